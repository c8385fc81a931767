import { expect } from "chai";
import { check3dsEnrollment, processAcsResult } from "../../server/domain/operations/enrollment.ts";
import { refused } from "../flows/played.ts";
import { clientOn, startWith } from "../flows/started.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { acsResult, answeredBy, check, enrollmentClientOf } from "./enrollment-client.ts";
import { ENROLLMENT_CASES } from "./enrollment-refusal-cases.ts";

const CARD = "5123450000000008";

describe("refusals of 3-D Secure 1", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startWith({
      merchants: {
        PLAIN: {},
        SECURE: { mode: "gateway", httpReturnUrls: "refuse" },
        LIMITED: { cardTypes: ["MASTERCARD", "VISA"] },
      },
    });
  });
  after(() => running.stop());

  ENROLLMENT_CASES.forEach((example, number) => {
    it(`refuses ${example.refuses}`, async () => {
      const { before: earlier, body, merchant = "PLAIN", operation } = example;
      const secure = enrollmentClientOf(running.sandbox.url, merchant);
      const id = `refused-${number}`;
      if (earlier) expect((await secure.check(id, earlier)).status).to.equal(201);
      const send = operation === "CHECK_3DS_ENROLLMENT" ? secure.check : secure.process;
      const response = await send(id, body);
      const { field, validationType, explanation } = refused(response);
      expect([response.status, field, validationType]).to.deep.equal([400, example.field, example.type]);
      expect(explanation).to.contain(example.says);
      const exchange = await clientOn(running, merchant).why(response);
      expect(exchange.rules?.refusedBy?.rule).to.equal(example.rule);
      expect(exchange.committed).to.equal(false);
    });
  });

  it("refuses another result than the first, and another check under an id that is taken", async () => {
    const secure = enrollmentClientOf(running.sandbox.url, "PLAIN");
    const checked = await secure.check("twice", check(CARD));
    const [passed, failed] = [
      (await answeredBy(checked, {})).fields["PaRes"] ?? "",
      (await answeredBy(checked, { outcome: "UNAUTHENTICATED" })).fields["PaRes"] ?? "",
    ];
    expect((await secure.process("twice", acsResult(failed))).status).to.equal(200);
    const second = await secure.process("twice", acsResult(passed));
    expect(refused(second)).to.include({ field: "3DSecure.paRes", validationType: "INVALID" });
    expect((await clientOn(running, "PLAIN").why(second)).rules?.refusedBy?.rule).to.equal("acs-result-once");
    const other = await secure.check("twice", check(CARD, { "order.amount": "1.00" }));
    expect(refused(other)).to.include({ field: "3DSecureId", validationType: "INVALID" });
  });

  for (const [what, id, says] of [
    ["too long", "x".repeat(65), "must be less than 65"],
    ["not of ASCII", "prüfung", "It may contain only ASCII characters"],
    ["a card number", CARD, "It looks like a card number"],
  ] as const) {
    it(`refuses an id that is ${what}`, async () => {
      const secure = enrollmentClientOf(running.sandbox.url, "PLAIN");
      const { field, explanation } = refused(await secure.check(id, check(CARD)));
      expect(field).to.equal("3DSecureId");
      expect(explanation).to.contain(says);
    });
  }

  it("says which method an operation is called with", async () => {
    const secure = enrollmentClientOf(running.sandbox.url, "PLAIN");
    const results = [
      await secure.check("by-put", acsResult("x")),
      await secure.process("by-post", check(CARD)),
    ];
    expect(results.map((response) => refused(response).explanation)).to.deep.equal([
      "Value 'PROCESS_ACS_RESULT' is invalid. It is called with the method POST",
      "Value 'CHECK_3DS_ENROLLMENT' is invalid. It is called with the method PUT",
    ]);
  });

  it("has a case for every rule, but for an amount that only mode observe lets be left out", () => {
    const tested = new Set([...ENROLLMENT_CASES.map(({ rule }) => rule), "acs-result-once", "amount-given"]);
    const rules = [...check3dsEnrollment.rules, ...processAcsResult.rules].map(({ id }) => id);
    expect(rules.filter((id) => !tested.has(id))).to.deep.equal([]);
  });
});
