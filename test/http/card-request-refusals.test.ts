import { expect } from "chai";
import {
  balanceInquiry,
  paymentOptionsInquiry,
  riskAssessment,
} from "../../server/domain/operations/card-requests.ts";
import { terminals } from "../../server/domain/rules/card/terminal.ts";
import { refused } from "../flows/played.ts";
import { suiteSandbox } from "../flows/started.ts";
import { cardClientOf } from "../support/card-requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { CARD_REQUEST_CASES } from "./card-request-cases.ts";

const MERCHANT = "TESTCARDREQUESTS";
const PLAN = { rules: [{ id: "rejected", when: { street: "Rejected St" }, risk: "REJECT" }] };

describe("refusals of balance and payment options inquiries and of risk assessments", () => {
  const running = suiteSandbox({ scenario: PLAN });

  CARD_REQUEST_CASES.forEach((example, number) => {
    it(`refuses ${example.refuses}`, async () => {
      const { url } = running.sandbox;
      const cards = cardClientOf(url, MERCHANT);
      const { id = `risk-${number}`, before: earlier, operation, body, version } = example;
      if (earlier) expect((await cards.assess(id, earlier)).status).to.equal(201);
      const ask = {
        BALANCE_INQUIRY: () => cards.inquire(body, version),
        CREATE_OR_UPDATE_RISK_ASSESSMENT: () => cards.assess(id, body, version),
        PAYMENT_OPTIONS_INQUIRY: () => cards.options(body),
      };
      const response = await ask[operation]();
      expect(response.status, JSON.stringify(response.body)).to.equal(400);
      const { cause, field, validationType, explanation } = refused(response);
      expect([cause, field, validationType]).to.deep.equal(["INVALID_REQUEST", example.field, example.type]);
      expect(explanation).to.contain(example.says);
      const exchange = await clientOf(url, MERCHANT).why(response);
      expect(exchange.rules?.refusedBy?.rule ?? "").to.equal(example.rule);
      expect(exchange.committed).to.equal(false);
    });
  });

  it("has a case for every rule, but for those of terminals, which have tables of their own", () => {
    const tested = new Set(
      [...CARD_REQUEST_CASES, ...terminals.map(({ id }) => ({ rule: id }))].map((it) => it.rule),
    );
    const rules = [balanceInquiry, paymentOptionsInquiry, riskAssessment].flatMap(({ rules }) =>
      rules.map(({ id }) => id),
    );
    expect(rules.filter((id) => !tested.has(id))).to.deep.equal([]);
  });
});
