import { expect } from "chai";
import { valueAt } from "../../../server/domain/json.ts";
import type { Order } from "../../../server/domain/order/order.ts";
import { expectValidAnswer } from "../../support/answers.ts";
import { amountOf, orderOf, outcomeOf } from "../../support/orders.ts";
import { answerOf, authorization, followUp, payment, verification } from "./samples.ts";

const CAPTURE = { operation: "CAPTURE", type: "CAPTURE" } as const;

/** Orders and what they are worth in the answer of their last transaction. */
const AMOUNTS: readonly (readonly [words: string, order: Order, amount: number])[] = [
  ["a verification", orderOf(verification(100, { amount: amountOf("5.00") })), 0],
  ["a payment after a verification", orderOf(verification(100), payment(100, { id: "2" })), 12.34],
  ["a declined payment", orderOf(payment(100, { outcome: outcomeOf("DECLINED") })), 12.34],
  [
    "a capture of a part",
    orderOf(authorization(100), followUp(100, { ...CAPTURE, amount: amountOf("1.00") })),
    12.34,
  ],
  ["a capture that stands alone", orderOf(payment(100, { ...CAPTURE, standalone: true })), 12.34],
  ["a disbursement", orderOf(payment(100, { operation: "DISBURSEMENT", type: "DISBURSEMENT" })), 0],
  [
    "a changed authorization",
    orderOf(
      authorization(100),
      followUp(100, {
        operation: "UPDATE_AUTHORIZATION",
        type: "AUTHORIZATION_UPDATE",
        amount: amountOf("20"),
      }),
    ),
    20,
  ],
  ["the largest amount", orderOf(payment(100, { amount: amountOf("999999999999.999") })), 999999999999.999],
];

describe("amount of an order in answers", () => {
  for (const [words, order, amount] of AMOUNTS) {
    it(`says what ${words} makes the order worth`, () => {
      const answer = answerOf(order);
      expect(valueAt(answer, "order.amount")).to.equal(amount);
      expect(valueAt(answer, "order.merchantAmount")).to.equal(amount);
      expectValidAnswer(answer, "transaction", 100);
    });
  }
});
