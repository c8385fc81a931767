import { rmSync } from "node:fs";
import { expect } from "chai";
import { loadContracts } from "../../server/contract/contracts.ts";
import { MODES } from "../../server/domain/record/finding.ts";
import type { Json } from "../../server/domain/json.ts";
import { VALID, judgeWith, summary, withOrder } from "./fixtures/questions.ts";
import { writeSmallGateway } from "./fixtures/small-gateway.ts";

describe("judgement of a body", () => {
  const folder = writeSmallGateway();
  const contracts = loadContracts(folder, { versions: "merged" });
  const judge = judgeWith(folder, contracts);
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it("refuses with the explanation, field and validation type of the first violation", () => {
    expect(judge(withOrder({ reference: "" })).refusal).to.deep.include({
      reason: "contract",
      explanation: "Value '' is invalid. Length is 0 characters, but must be greater than 0",
      fault: { field: "order.reference", validationType: "INVALID" },
    });
  });

  it("returns the very body of a request that fits, without findings", () => {
    const question = {
      operation: "PAY",
      version: 13,
      body: VALID as Json,
      text: JSON.stringify(VALID),
    } as const;
    for (const mode of MODES) {
      const judgement = contracts.judge({ ...question, mode });
      expect(judgement).to.deep.include({ mode, findings: [], refusal: undefined });
      expect(judgement.body).to.equal(VALID);
    }
  });

  it("names a choice of members once, with all that would do", () => {
    const { findings } = judge(
      { apiOperation: "PAY", order: { currency: "EUR" }, payment: { id: "1" } },
      { version: 60 },
    );
    expect(summary(findings)).to.deep.equal(["violation missing order.amount"]);
    expect(findings[0]?.expected).to.equal("one of amount, netAmount");
  });

  for (const [body, came, remark] of [
    ["[]", "a JSON array", ". Mode gateway would accept it."],
    ["[1]", "a JSON array", ""],
    ['"PAY"', "text", ""],
    ["null", "null", ". Mode gateway would accept it."],
    ["1", "a JSON number", ""],
  ] as const) {
    it(`refuses ${body} as a body, without a field`, () => {
      const { refusal, findings, body: taken } = judge(body);
      expect(refusal?.fault).to.equal(undefined);
      expect(refusal?.explanation).to.equal(
        `The request body must be a JSON object, but is ${came}${remark}`,
      );
      expect(summary(findings)).to.deep.equal(["violation type "]);
      expect(taken).to.deep.equal({});
    });
  }

  it("keeps explanations within 1000 and fields of refusals within 100 characters", () => {
    const deep = Array.from({ length: 15 }).reduce<Json>((inner) => ({ ["n".repeat(3000)]: inner }), 1);
    const { refusal } = judge(withOrder({ surprise: deep }));
    expect(refusal?.fault?.field).to.have.length(100);
    expect(refusal?.explanation).to.have.length(1000);
  });

  it("records at most a hundred findings", () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`unknown${index}`, index]));
    expect(judge(withOrder(many)).findings).to.have.length(100);
  });

  it("notes a trading name that is too long for one card scheme and takes it", () => {
    const long = withOrder({ subMerchant: { tradingName: "t".repeat(22) } });
    const { findings, refusal } = judge(long);
    expect(refusal).to.equal(undefined);
    expect(summary(findings)).to.deep.equal(["note length order.subMerchant.tradingName"]);
    expect(findings[0]).to.deep.include({
      section: "2.4",
      contract: { file: "groups/sub-merchant.json", pointer: "/properties/tradingName/maxLength" },
    });
    expect(judge(withOrder({ subMerchant: { tradingName: "t".repeat(21) } })).findings).to.deep.equal([]);
  });

  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
    it(`treats ${name} as any other unknown member`, () => {
      for (const mode of ["strict", "gateway", "observe"] as const) {
        const body = `{"apiOperation":"PAY","${name}":{"polluted":1},"order":{"amount":1,"currency":"EUR"}}`;
        const { findings, body: taken } = judge(body, { mode });
        expect(summary(findings)[0]).to.equal(`violation unknown ${name}.polluted`);
        expect(Object.hasOwn(taken, name), mode).to.equal(true);
        expect(({} as Record<string, unknown>)["polluted"]).to.equal(undefined);
        expect(Object.getPrototypeOf(taken)).to.equal(Object.prototype);
      }
    });
  }
});
