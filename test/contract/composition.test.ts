import { rmSync } from "node:fs";
import { expect } from "chai";
import { loadContracts } from "../../server/contract/contracts.ts";
import type { Mode } from "../../server/domain/record/finding.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import type { Operation } from "../../server/domain/request/operation.ts";
import { object, request, text, writeSchemas } from "./fixtures/schema-folder.ts";

const either = [{ type: "object", required: ["order"] }];

/** PAY in two versions and VOID in one; a session takes the members of both, and has an order id of its own. */
function writeFolder(): string {
  return writeSchemas({
    "requests/pay.v13.json": request(
      "PAY",
      13,
      { order: object({ amount: text(1, 5), id: text(1, 1) }, { required: ["amount"] }), old: text(1, 5) },
      { required: ["apiOperation", "order"], anyOf: either },
    ),
    "requests/pay.v100.json": request("PAY", 100, {
      order: object({ amount: text(1, 5), note: text(1, 5) }, { required: ["amount"] }),
      newer: text(1, 5),
    }),
    "requests/void.v50.json": request("VOID", 50, {
      transaction: object({ target: text(1, 5) }, { required: ["target"] }),
    }),
    "requests/update-session.v100.json": {
      ...request(
        "UPDATE_SESSION",
        100,
        { order: object({ id: text(1, 40) }), kept: text(1, 5) },
        { required: [] },
      ),
      "x-takes-members-of": ["PAY", "VOID"],
    },
  });
}

describe("a contract that takes the members of others", () => {
  const folder = writeFolder();
  const contracts = loadContracts(folder, { versions: "merged" });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  const judge = (body: JsonObject, version: number, mode: Mode = "strict") => {
    const question = {
      operation: "UPDATE_SESSION",
      version,
      mode,
      body,
      text: JSON.stringify(body),
    } as const;
    return contracts.judge(question);
  };

  const cases: readonly (readonly [version: number, body: JsonObject, fault: string | undefined])[] = [
    [13, {}, undefined],
    [13, { order: {}, transaction: {} }, undefined],
    [13, { order: { amount: "1" }, old: "x", transaction: { target: "1" }, kept: "x" }, undefined],
    [13, { newer: "x" }, "newer"],
    [13, { order: { note: "x" } }, "order.note"],
    [60, { order: { note: "x" }, old: "x", newer: "x" }, undefined],
    [100, { old: "x" }, "old"],
    [100, { order: { note: "x" }, newer: "x" }, undefined],
    [100, { order: { amount: "too long" } }, "order.amount"],
    [100, { apiOperation: "UPDATE_SESSION" }, undefined],
    [100, { apiOperation: "PAY" }, "apiOperation"],
    [13, { order: { id: "longer than the others take" } }, undefined],
    [13, { strange: "x" }, "strange"],
  ];
  for (const [version, body, fault] of cases) {
    const verb = fault === undefined ? "takes" : `refuses ${fault} of`;
    it(`${verb} ${JSON.stringify(body)} in version ${version}`, () => {
      expect(judge(body, version).refusal?.fault?.field).to.equal(fault);
    });
  }

  it("is of every version its own, and names the file that holds a broken rule", () => {
    const { used, resolution, findings } = judge({ order: { amount: "too long" } }, 57);
    expect({ used, resolution }).to.deep.equal({
      used: ["requests/update-session.v100.json"],
      resolution: "own",
    });
    expect(findings[0]?.contract.file).to.equal("requests/pay.v13.json");
    const exact = loadContracts(folder, { versions: "exact" });
    const question = {
      operation: "UPDATE_SESSION",
      version: 57,
      mode: "strict",
      body: {},
      text: "{}",
    } as const;
    expect(exact.judge(question).refusal).to.equal(undefined);
  });

  it("takes in mode gateway what only version 100 knows, as a deviation", () => {
    const { findings, refusal } = judge({ newer: "x" }, 13, "gateway");
    expect(refusal).to.equal(undefined);
    expect(findings.map(({ severity, field }) => [severity, field])).to.deep.equal([["deviation", "newer"]]);
  });

  const known: readonly (readonly [Operation, number, Mode, JsonObject])[] = [
    ["PAY", 13, "strict", { order: { amount: "1" }, old: "x" }],
    ["PAY", 13, "gateway", { order: { amount: "1", note: "x" }, old: "x", newer: "x" }],
    ["PAY", 60, "strict", { order: { amount: "1", note: "x" }, old: "x", newer: "x" }],
    ["VOID", 50, "strict", { transaction: { target: "1" } }],
  ];
  for (const [operation, version, mode, expected] of known) {
    it(`knows what of it belongs to ${operation} ${version} in mode ${mode}`, () => {
      const order: JsonObject = { amount: "1", note: "x", elsewhere: { a: [1] } };
      const values = { order, old: "x", newer: "x", transaction: { target: "1" }, ...strange() };
      expect(contracts.known({ operation, version, mode }, values)).to.deep.equal(expected);
    });
  }
});

/** A group of which nothing is known, and a name that JavaScript has for itself. */
function strange(): Readonly<Record<string, Json>> {
  return JSON.parse('{"group":{"a":"b"},"__proto__":{"order":"x"}}') as Readonly<Record<string, Json>>;
}
