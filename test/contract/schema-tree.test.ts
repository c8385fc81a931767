import { expect } from "chai";
import { originOf } from "../../server/contract/schema/schema-node.ts";
import type { SchemaNode } from "../../server/contract/schema/schema-node.ts";
import { treeOf } from "../../server/contract/schema/schema-tree.ts";

const SCALARS: SchemaNode = {
  $defs: {
    digits: { type: "string", pattern: "^[0-9]+$", maxLength: 10, "x-type": "Digits" },
    loop: { $ref: "#/$defs/loop" },
  },
};

function treeWith(member: SchemaNode, files: Readonly<Record<string, SchemaNode>> = {}): SchemaNode {
  const request: SchemaNode = { type: "object", "x-section": "2.3", properties: { member } };
  return treeOf(
    new Map(Object.entries({ "scalars.json": SCALARS, ...files, "requests/pay.v1.json": request })),
    "requests/pay.v1.json",
  );
}

describe("the tree of a contract", () => {
  it("puts what a reference says beside what its user says, the tighter bound of both", () => {
    const digits = "../scalars.json#/$defs/digits";
    const member =
      treeWith({ $ref: digits, type: "string", minLength: 2, maxLength: 99 }).properties?.["member"] ?? {};
    expect(member).to.include({ pattern: "^[0-9]+$", minLength: 2, maxLength: 10, "x-type": "Digits" });
    expect(originOf(member, "maxLength")).to.deep.equal({
      file: "scalars.json",
      pointer: "/$defs/digits/maxLength",
    });
    expect(originOf(member, "minLength")).to.deep.equal({
      file: "requests/pay.v1.json",
      pointer: "/properties/member/minLength",
    });
  });

  it("follows references from a group's own file, and hands section and source down", () => {
    const group: SchemaNode = {
      type: "object",
      properties: {
        "a/b": { $ref: "../scalars.json#/$defs/digits" },
        own: { type: "string", "x-section": "9" },
      },
    };
    const member = treeWith(
      { $ref: "../groups/g.json", "x-source": "interface" },
      { "groups/g.json": group },
    );
    const { "a/b": inherited, own } = member.properties?.["member"]?.properties ?? {};
    expect(inherited).to.include({ pattern: "^[0-9]+$", "x-section": "2.3", "x-source": "interface" });
    expect(own).to.include({ "x-section": "9", "x-source": "interface" });
    expect(originOf(inherited ?? {}, "pattern").file).to.equal("scalars.json");
  });

  const mistakes = [
    ["to a file that is not there", { $ref: "../groups/none.json" }, "there is no schema groups/none.json#"],
    [
      "to a definition that is not there",
      { $ref: "../scalars.json#/$defs/toString" },
      "there is no schema scalars.json#/$defs/toString",
    ],
    ["that comes back to itself", { $ref: "../scalars.json#/$defs/loop" }, "refers to itself"],
    ["to a group that holds itself", { $ref: "#" }, "refers to itself"],
    [
      "that its neighbours contradict",
      { $ref: "../scalars.json#/$defs/digits", type: "number" },
      "disagree on type",
    ],
  ] as const;
  for (const [name, member, message] of mistakes) {
    it(`is not made from a reference ${name}`, () => {
      expect(() => treeWith(member)).to.throw(message);
    });
  }
});
