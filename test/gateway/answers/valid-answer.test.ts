import { expect } from "chai";
import type { JsonObject } from "../../../server/domain/json.ts";
import { expectValidAnswer } from "../../support/answers.ts";
import type { AnswerKind } from "../../support/answers.ts";
import { orderOf } from "../../support/orders.ts";
import { withValue } from "../../support/requests.ts";
import { answerOf, payment } from "./samples.ts";

const PAY = answerOf(orderOf(payment(100)));
const ERROR = { error: { cause: "INVALID_REQUEST", explanation: "Invalid credentials." }, result: "ERROR" };

/** Valid bodies: what every test of an answer relies on. */
const TAKEN: readonly (readonly [words: string, body: JsonObject, kind: AnswerKind])[] = [
  ["a payment", PAY, "transaction"],
  ["an error", ERROR, "error"],
  ["the gateway check", { gatewayVersion: "24.8.0", status: "OPERATING" }, "information"],
];

/** The same bodies with one fault each. */
const REFUSED: readonly (readonly [words: string, body: JsonObject, kind: AnswerKind])[] = [
  ["a member that is always there missing", withValue(PAY, "order.merchantAmount", undefined), "transaction"],
  ["an unknown member", withValue(PAY, "order.zzz", 1), "transaction"],
  ["an amount as text", withValue(PAY, "order.amount", "12.34"), "transaction"],
  ["an amount with four decimals", withValue(PAY, "order.amount", 0.0001), "transaction"],
  ["an unknown status", withValue(PAY, "order.status", "VOIDED"), "transaction"],
  [
    "an unmasked number",
    withValue(PAY, "sourceOfFunds.provided.card.number", "5123450000000008"),
    "transaction",
  ],
  ["a full card number in text", withValue(PAY, "order.id", "4508750015741019"), "transaction"],
  ["members out of order", { status: "OPERATING", gatewayVersion: "24.8.0" }, "information"],
  ["an answer where an error is due", PAY, "error"],
];

describe("check of answers in tests", () => {
  for (const [words, body, kind] of TAKEN) {
    it(`takes ${words}`, () => {
      expectValidAnswer(JSON.parse(JSON.stringify(body)), kind, 100);
    });
  }

  for (const [words, body, kind] of REFUSED) {
    it(`fails on ${words}`, () => {
      expect(() => {
        expectValidAnswer(JSON.parse(JSON.stringify(body)), kind, 100);
      }).to.throw();
    });
  }

  it("fails on a member that the version does not have", () => {
    expect(() => {
      expectValidAnswer(PAY, "transaction", 57);
    }).to.throw();
  });
});
