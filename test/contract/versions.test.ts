import { rmSync } from "node:fs";
import { expect } from "chai";
import { loadContracts } from "../../server/contract/contracts.ts";
import { request, writeSchemas } from "./fixtures/schema-folder.ts";
import { VALID, judgeWith, withOrder } from "./fixtures/questions.ts";
import { writeSmallGateway } from "./fixtures/small-gateway.ts";

describe("versions of a contract", () => {
  const folder = writeSmallGateway();
  const judge = judgeWith(folder);
  const exact = judgeWith(folder, loadContracts(folder, { versions: "exact" }));
  after(() => {
    rmSync(folder, { recursive: true });
  });

  const cases = [
    { version: 13, resolution: "own", used: ["requests/pay.v13.json"] },
    { version: 60, resolution: "own", used: ["requests/pay.v60.json"] },
    { version: 14, resolution: "merged", used: ["requests/pay.v13.json", "requests/pay.v60.json"] },
    { version: 99, resolution: "merged", used: ["requests/pay.v60.json", "requests/pay.v100.json"] },
    { version: 1, resolution: "lowest", used: ["requests/pay.v13.json"] },
    { version: 12, resolution: "lowest", used: ["requests/pay.v13.json"] },
  ] as const;
  for (const { version, resolution, used } of cases) {
    it(`judges version ${version} by ${used.join(" and ")}`, () => {
      expect(judge(VALID, { version })).to.deep.include({ resolution, used });
    });
  }

  it("judges a version above the highest contract by the highest", () => {
    const lone = writeSchemas({ "requests/pay.v13.json": request("PAY", 13, {}) });
    const judgement = judgeWith(lone)({ apiOperation: "PAY" }, { version: 77 });
    rmSync(lone, { recursive: true });
    expect(judgement).to.deep.include({
      resolution: "highest",
      used: ["requests/pay.v13.json"],
      refusal: undefined,
    });
  });

  it("takes between two contracts what either knows, and requires what the lower one requires", () => {
    expect(judge(withOrder({ note: "ok", reference: "r".repeat(60) }), { version: 40 }).refusal).to.equal(
      undefined,
    );
    expect(
      judge({ apiOperation: "PAY", order: { currency: "EUR", netAmount: "1" } }, { version: 40 }).refusal
        ?.fault,
    ).to.deep.equal({ field: "order.amount", validationType: "MISSING" });
    expect(judge({ ...VALID, payment: { kind: "a" } }, { version: 40 }).refusal?.explanation).to.equal(
      "Missing parameter 'payment.id'",
    );
  });

  it("names in a merged contract the file that holds the broken rule", () => {
    const [long] = judge(withOrder({ reference: "r".repeat(61) }), { version: 40 }).findings;
    expect(long?.contract).to.deep.equal({
      file: "requests/pay.v60.json",
      pointer: "/properties/order/properties/reference/maxLength",
    });
    const [short] = judge(withOrder({ reference: "" }), { version: 40 }).findings;
    expect(short?.contract.file).to.equal("requests/pay.v13.json");
  });

  it("tells of two forms of a value only the lower contract's", () => {
    for (const code of ["1234", "ALL"]) {
      expect(judge(withOrder({ code }), { version: 40 }).refusal).to.equal(undefined);
    }
    const { findings } = judge(withOrder({ code: "A234" }), { version: 40 });
    expect(findings.map(({ message }) => message)).to.deep.equal([
      "order.code is \"A234\" with the invalid character 'A'; the contract requires Digits as text of exactly 4 characters.",
    ]);
  });

  it("lists the versions that have a contract of their own, ascending", () => {
    expect(loadContracts(folder, { versions: "merged" }).versionsOf("PAY")).to.deep.equal([13, 60, 100]);
  });

  it("refuses in exact mode a version without a contract of its own and lists those there are", () => {
    const { refusal, used, findings } = exact(VALID, { version: 50 });
    expect(refusal).to.include({ reason: "contract", fault: undefined });
    expect(refusal?.explanation).to.equal(
      "PAY has no contract for version 50. There is one for 13, 60 and 100.",
    );
    expect({ used, findings }).to.deep.equal({ used: [], findings: [] });
    expect(exact(VALID, { version: 13 }).refusal).to.equal(undefined);
  });

  it("does not load a folder with two contracts of one version, or a request without a version", () => {
    const twice = writeSchemas({
      "requests/a.json": request("PAY", 1, {}),
      "requests/b.json": request("PAY", 1, {}),
    });
    const nameless = writeSchemas({ "requests/a.json": { type: "object" } });
    expect(() => loadContracts(twice, { versions: "merged" })).to.throw("both the contract of PAY version 1");
    expect(() => loadContracts(nameless, { versions: "merged" })).to.throw(
      "does not name an operation and version",
    );
    for (const temporary of [twice, nameless]) rmSync(temporary, { recursive: true });
  });

  it("tells a programmer who asks for an operation without any contract", () => {
    const contracts = loadContracts(folder, { versions: "merged" });
    const question = { operation: "VOID", version: 1, mode: "strict", body: {}, text: "{}" } as const;
    expect(() => contracts.judge(question)).to.throw("operation VOID has no contract");
  });
});
