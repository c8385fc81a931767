import { expect } from "chai";
import { correctionOf } from "../../../server/domain/record/correction.ts";
import type { Finding } from "../../../server/domain/record/finding.ts";
import type { Json } from "../../../server/domain/json.ts";

const finding = (
  code: Finding["code"],
  pointer: string,
  meant?: Finding["meant"],
  severity: Finding["severity"] = "violation",
): Finding => ({
  ...{ severity, code, pointer, meant, explanation: "" },
  ...{
    field: "",
    expected: "what fits",
    got: "what came",
    message: `about ${pointer}`,
    validationType: "INVALID",
  },
  ...{ contract: { file: "", pointer: "" }, section: undefined, source: "interface" },
});

describe("the correction of a request", () => {
  const cases: readonly (readonly [
    name: string,
    body: Json,
    findings: readonly Finding[],
    corrected: Json,
  ])[] = [
    ["leaves a request alone that fits", { a: "1" }, [], { a: "1" }],
    [
      "leaves alone what a note is about",
      { a: "1" },
      [finding("length", "/a", undefined, "note")],
      { a: "1" },
    ],
    [
      "takes away what no contract knows",
      { a: "1", b: { c: 2 } },
      [finding("unknown", "/b/c")],
      { a: "1", b: {} },
    ],
    [
      "gives a member the name that was meant",
      { order: { amont: "1" } },
      [finding("missing", "/order/amount"), finding("unknown", "/order/amont", "order.amount")],
      { order: { amount: "1" } },
    ],
    [
      "gives a group the name that was meant, with all that it has",
      { ordr: { amount: "1", currency: "EUR" } },
      [{ ...finding("unknown", "/ordr/amount", "order"), member: "/ordr" }],
      { order: { amount: "1", currency: "EUR" } },
    ],
    [
      "puts a member where the version has it, and takes away the rest of a group that it does not know",
      { a: { b: "1", c: { d: "2" } } },
      [
        { ...finding("unknown", "/a/b"), member: "/a" },
        { ...finding("unknown", "/a/c/d", "e.f"), member: "/a/c/d" },
      ],
      { e: { f: "2" } },
    ],
    [
      "puts words where a member is missing",
      {},
      [finding("missing", "/order/amount")],
      { order: { amount: "<what fits>" } },
    ],
    ["takes the value that was meant", { a: "CRAD" }, [finding("enumeration", "/a", "CARD")], { a: "CARD" }],
    [
      "puts words in the place of a wrong value",
      { a: [1, 2] },
      [finding("type", "/a/1")],
      { a: [1, "<what fits>"] },
    ],
    [
      "takes the one value that a missing member can have",
      {},
      [finding("missing", "/apiOperation", "PAY")],
      { apiOperation: "PAY" },
    ],
    ["takes an item out of a list", { a: [1, 2] }, [finding("unknown", "/a/0")], { a: [2] }],
    ["reads escaped names", { "a/b": { "c~": 1 } }, [finding("unknown", "/a~1b/c~0")], { "a/b": {} }],
    ["makes an object of what is none", [], [finding("type", "")], "<what fits>"],
  ];
  for (const [name, body, findings, corrected] of cases)
    it(name, () => {
      expect(correctionOf(body, findings).body).to.deep.equal(corrected);
    });

  it("marks what was wrong in the one and what is mended in the other", () => {
    const { wrong, mended } = correctionOf({ order: { amont: "1" } }, [
      finding("unknown", "/order/amont", "order.amount"),
      finding("missing", "/apiOperation"),
    ]);
    expect(wrong.map(({ pointer, kind }) => [pointer, kind])).to.deep.equal([["/order/amont", "removed"]]);
    expect(mended.map(({ pointer, kind }) => [pointer, kind])).to.deep.equal([
      ["/order/amount", "mended"],
      ["/apiOperation", "open"],
    ]);
  });

  it("says of each member whether it is mended, or only the caller knows its value, once", () => {
    const { mended } = correctionOf({ a: "EURO1", b: "x" }, [
      finding("length", "/a", "EUR"),
      finding("format", "/a", "EUR"),
      finding("format", "/b"),
    ]);
    expect(mended).to.deep.equal([
      { pointer: "/a", kind: "mended", message: "instead of what came" },
      { pointer: "/b", kind: "open", message: "instead of what came; only you know the value" },
    ]);
  });
});
