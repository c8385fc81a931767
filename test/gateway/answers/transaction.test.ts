import { expect } from "chai";
import fc from "fast-check";
import { valueAt } from "../../../server/domain/json.ts";
import type { Json } from "../../../server/domain/json.ts";
import type { GatewayCode, Outcome } from "../../../server/domain/order/outcome.ts";
import type { Order, Transaction } from "../../../server/domain/order/order.ts";
import { renderTransaction } from "../../../server/gateway/answers/transaction.ts";
import { expectValidAnswer } from "../../support/answers.ts";
import { orderOf, outcomeOf, transactionOf } from "../../support/orders.ts";
import { withValues } from "../../support/requests.ts";
import { answerOf, authorization, followUp, MERCHANT, payment, STORED_PAY } from "./samples.ts";

const CAPTURE = { operation: "CAPTURE", type: "CAPTURE" } as const;
const CODES: readonly GatewayCode[] = [
  "APPROVED",
  "SYSTEM_ERROR",
  "DECLINED",
  "REFERRED",
  "SUBMITTED",
  "UNKNOWN",
];

/** What an outcome is in an answer. */
const OUTCOMES: readonly (readonly [changes: Partial<Outcome>, path: string, answered: Json | undefined])[] =
  [
    [outcomeOf("DECLINED"), "result", "FAILURE"],
    [outcomeOf("DECLINED"), "response.acquirerCode", "05"],
    [outcomeOf("DECLINED"), "transaction.authorizationCode", undefined],
    [outcomeOf("SYSTEM_ERROR"), "response.acquirerCode", undefined],
    [outcomeOf("SYSTEM_ERROR"), "authorizationResponse", undefined],
    [outcomeOf("UNKNOWN"), "result", "UNKNOWN"],
    [{ securityCode: "MATCH" }, "response.cardSecurityCode", { acquirerCode: "M", gatewayCode: "MATCH" }],
    [{ securityCode: "NO_MATCH" }, "response.cardSecurityCode.acquirerCode", "N"],
    [{ securityCode: "NOT_PROCESSED" }, "response.cardSecurityCode.acquirerCode", "P"],
    [{ securityCode: "MATCH" }, "authorizationResponse.cardSecurityCodeError", "M"],
    [{}, "response.cardSecurityCode", undefined],
    [
      { address: "ZIP_MATCH" },
      "response.cardholderVerification.avs",
      { acquirerCode: "W", gatewayCode: "ZIP_MATCH" },
    ],
    [{}, "response.cardholderVerification", undefined],
  ];

const anyTransaction: fc.Arbitrary<Transaction> = fc
  .record({
    kind: fc.constantFrom(
      { operation: "PAY", type: "PAYMENT", request: STORED_PAY },
      {
        operation: "AUTHORIZE",
        type: "AUTHORIZATION",
        request: withValues(STORED_PAY, { "billing.address.city": "Wien" }),
      },
      { operation: "VERIFY", type: "VERIFICATION", request: STORED_PAY },
      { operation: "CAPTURE", type: "CAPTURE", request: { order: { reference: "R-2" } } },
      {
        operation: "REFUND",
        type: "REFUND",
        request: { transaction: { amount: "1" }, customer: { firstName: "I" } },
      },
      { operation: "VOID", type: "VOID_PAYMENT", request: {} },
    ),
    code: fc.constantFrom(...CODES),
    version: fc.integer({ min: 1, max: 100 }),
    amount: fc.integer({ min: 0, max: 10 ** 12 }),
    seed: fc.maxSafeNat(),
    at: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  })
  .map(({ kind, code, amount, ...rest }) =>
    transactionOf({
      id: "1",
      ...(kind as Pick<Transaction, "operation" | "type" | "request">),
      ...rest,
      amount: amount as Transaction["amount"],
      outcome: outcomeOf(code),
    }),
  );

const anyOrder = fc
  .array(anyTransaction, { minLength: 1, maxLength: 6 })
  .map((transactions) => orderOf(...transactions.map((it, index) => ({ ...it, id: String(index + 1) }))));

function bytesOf(order: Order, index: number): string {
  const options = { merchant: MERCHANT, correlationId: "c", orderAsOf: "then" } as const;
  return JSON.stringify(renderTransaction(order, index, options));
}

describe("answer of a transaction", () => {
  for (const [changes, path, answered] of OUTCOMES) {
    it(`answers ${JSON.stringify(changes)} with ${path} ${JSON.stringify(answered)}`, () => {
      const answer = answerOf(orderOf(payment(100, { outcome: { ...outcomeOf("APPROVED"), ...changes } })));
      expect(valueAt(answer, path)).to.deep.equal(answered);
      expectValidAnswer(answer, "transaction", 100);
    });
  }

  it("stays the same bytes whatever becomes of the order", () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        order.transactions.forEach((_, index) => {
          const prefix = { ...order, transactions: order.transactions.slice(0, index + 1) };
          expect(bytesOf(order, index)).to.equal(bytesOf(prefix, index));
          expect(bytesOf(structuredClone(order), index)).to.equal(bytesOf(order, index));
        });
      }),
      { numRuns: 60 },
    );
  });

  it("is valid in every version, for any order", () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const version = order.transactions.at(-1)?.version ?? 0;
        expectValidAnswer(answerOf(order), "transaction", version);
      }),
      { numRuns: 60 },
    );
  });

  it("shows the order as it is now when that is asked for, and everything else as it was", () => {
    const captured = followUp(100, { ...CAPTURE, at: Date.parse("2030-01-16T00:00:00.000Z") });
    const order = orderOf(authorization(100), captured);
    const options = { merchant: MERCHANT, correlationId: undefined };
    const then = renderTransaction(order, 0, { ...options, orderAsOf: "then" });
    const now = renderTransaction(order, 0, { ...options, orderAsOf: "now" });
    expect(valueAt(then, "order.status")).to.equal("AUTHORIZED");
    expect(valueAt(now, "order.status")).to.equal("CAPTURED");
    expect(valueAt(now, "order.totalCapturedAmount")).to.equal(12.34);
    expect(valueAt(now, "order.lastUpdatedTime")).to.equal("2030-01-16T00:00:00.000Z");
    expect(valueAt(now, "timeOfLastUpdate")).to.equal("2030-01-16T00:00:00.000Z");
    expect(valueAt(now, "timeOfRecord")).to.equal("2030-01-15T10:20:30.400Z");
    for (const path of ["transaction", "response", "result", "sourceOfFunds", "version"]) {
      expect(valueAt(now, path), path).to.deep.equal(valueAt(then, path));
    }
  });

  it("gives a capture the authorization code of its authorization", () => {
    const order = orderOf(authorization(100, { seed: 7 }), followUp(100, { ...CAPTURE, seed: 8 }));
    const code = valueAt(answerOf(orderOf(authorization(100, { seed: 7 }))), "transaction.authorizationCode");
    expect(code).to.match(/^\d{6}$/);
    expect(valueAt(answerOf(order), "transaction.authorizationCode")).to.equal(code);
  });

  it("answers the authorization code that the merchant gave", () => {
    const request = withValues(STORED_PAY, { "transaction.authorizationCode": "A1B2C3" });
    const answer = answerOf(orderOf(payment(100, { ...CAPTURE, standalone: true, request })));
    expect(valueAt(answer, "transaction.authorizationCode")).to.equal("A1B2C3");
  });

  it("says from version 57 on what the merchant's own authentication came to", () => {
    const request = withValues(STORED_PAY, { "3DSecure.authenticationStatus": "AUTHENTICATION_SUCCESSFUL" });
    const [old, recent] = [51, 57].map((version) => answerOf(orderOf(payment(version, { request }))));
    for (const path of ["order.authenticationStatus", "transaction.authenticationStatus"]) {
      expect(valueAt(old, path), path).to.equal(undefined);
      expect(valueAt(recent, path), path).to.equal("AUTHENTICATION_SUCCESSFUL");
    }
  });

  it("takes the merchant category code from the request, and else from the profile", () => {
    const request = withValues(STORED_PAY, { "order.merchantCategoryCode": "7995" });
    expect(valueAt(answerOf(orderOf(payment(100, { request }))), "order.merchantCategoryCode")).to.equal(
      "7995",
    );
    expect(valueAt(answerOf(orderOf(payment(100))), "order.merchantCategoryCode")).to.equal("5999");
  });

  it("keeps the reference of an account funding on every later answer", () => {
    const request = withValues(STORED_PAY, { "accountFunding.senderType": "PERSON" });
    const order = orderOf(authorization(100, { request }), followUp(100, CAPTURE));
    const reference = valueAt(answerOf(orderOf(authorization(100, { request }))), "accountFunding.reference");
    expect(reference).to.match(/^AF\d{10}$/);
    expect(valueAt(answerOf(order), "accountFunding.reference")).to.equal(reference);
  });

  it("refuses an index at which the order has no transaction", () => {
    expect(() =>
      renderTransaction(orderOf(payment(100)), 1, {
        merchant: MERCHANT,
        correlationId: undefined,
        orderAsOf: "then",
      }),
    ).to.throw(RangeError);
  });
});
