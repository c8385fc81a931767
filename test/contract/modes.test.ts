import { rmSync } from "node:fs";
import { expect } from "chai";
import { order, pay, REFUSED, TAKEN } from "./fixtures/mode-cases.ts";
import { VALID, judgeWith, summary } from "./fixtures/questions.ts";
import { writeSmallGateway } from "./fixtures/small-gateway.ts";

describe("modes of a contract", () => {
  const folder = writeSmallGateway();
  const judge = judgeWith(folder);
  after(() => {
    rmSync(folder, { recursive: true });
  });

  for (const { name, body, deviations, taken } of TAKEN) {
    it(`takes in mode gateway ${name}, and records it`, () => {
      const judgement = judge(body, { mode: "gateway" });
      expect(judgement.refusal).to.equal(undefined);
      expect(summary(judgement.findings)).to.deep.equal(deviations);
      expect(judgement.body).to.deep.equal(taken);
      for (const { message } of judgement.findings) expect(message).to.match(/ Mode gateway accepts it\.$/);
    });

    it(`refuses in mode strict ${name}, and says that mode gateway would take it`, () => {
      const judgement = judge(body);
      expect(judgement.refusal?.reason).to.equal("contract");
      expect(summary(judgement.findings)).to.deep.equal(
        deviations.map((deviation) => deviation.replace("deviation", "violation")),
      );
      for (const { message } of judgement.findings)
        expect(message).to.match(/ Mode gateway would accept it\.$/);
      expect(judgement.body).to.deep.equal(JSON.parse(body));
    });
  }

  for (const [name, body, violation] of REFUSED) {
    it(`refuses in mode gateway ${name}`, () => {
      const { refusal, findings } = judge(body, { mode: "gateway" });
      expect(refusal?.reason).to.equal("contract");
      expect(summary(findings)[0]).to.equal(violation);
    });

    it(`records in mode observe ${name}, and takes it`, () => {
      const { refusal, findings } = judge(body, { mode: "observe" });
      expect(refusal).to.equal(undefined);
      expect(summary(findings)[0]).to.equal(violation);
    });
  }

  it("does not say of a fault that mode gateway would take it when it would not", () => {
    const { findings } = judge(pay('"amount":1e2'));
    expect(findings[0]?.message).to.match(/characters\.$/);
  });

  it("refuses the neutral name and the public one side by side", () => {
    const both = pay(
      '"amount":"1"',
      ',"browserPayment":{"providerA":{"kind":"a"},"publicName":{"kind":"a"}}',
    );
    expect(summary(judge(both, { mode: "gateway" }).findings)[0]).to.equal(
      "violation unknown browserPayment.publicName.kind",
    );
  });

  it("hands back the same body in mode gateway when there is nothing to forgive", () => {
    expect(judge(VALID, { mode: "gateway" })).to.deep.include({
      findings: [],
      body: VALID,
      refusal: undefined,
    });
  });

  it("hands on in mode observe numbers as text, even where the text breaks the rule", () => {
    const { body } = judge(pay('"amount":12345678901234567.10'), { mode: "observe" });
    expect(body).to.deep.equal(order({ amount: "12345678901234567.10" }));
  });

  it("hands on an empty body in mode observe when the body is not an object", () => {
    expect(judge("[1]", { mode: "observe" })).to.deep.include({ body: {}, refusal: undefined });
  });

  it("judges the length of correlationId and not its content", () => {
    expect(judge({ ...VALID, correlationId: "\u0000 <>é" }).refusal).to.equal(undefined);
    expect(judge({ ...VALID, correlationId: "c".repeat(101) }).refusal?.fault?.field).to.equal(
      "correlationId",
    );
  });
});
