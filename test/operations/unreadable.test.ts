import { expect } from "chai";
import fc from "fast-check";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import {
  authorize,
  capture,
  disbursement,
  pay,
  refund,
  update,
  verify,
  voidOf,
  withValue,
  withValues,
} from "../support/requests.ts";
import { merchantWith, orderAfter, take } from "./pure-gateway.ts";

const PRIVILEGED = merchantWith("EXCESSIVE_CAPTURE", "EXCESSIVE_REFUND");

/** Members of a body that mode observe lets through, and the rule and field that refuse them all the same. */
const UNREADABLE: readonly (readonly [string, JsonObject, string, string])[] = [
  [
    "a payment without a currency",
    withValue(pay(), "order.currency", undefined),
    "currency-accepted",
    "order.currency",
  ],
  [
    "a verification without a currency",
    withValue(verify(), "order.currency", undefined),
    "currency-accepted",
    "order.currency",
  ],
  ["a payment of text", pay("abc"), "amount-given", "order.amount"],
  ["a payment of an empty text", pay(""), "amount-given", "order.amount"],
  ["a payment of a point", pay("."), "amount-given", "order.amount"],
  ["a payment of an exponent", pay("1e3"), "amount-given", "order.amount"],
  ["a payment of true", withValue(pay(), "order.amount", true), "amount-given", "order.amount"],
  [
    "a net amount of text",
    withValues(pay(), { "order.amount": undefined, "order.netAmount": "abc" }),
    "amount-given",
    "order.netAmount",
  ],
  [
    "a disbursement of no type",
    withValue(disbursement(), "disbursementType", undefined),
    "disbursement-type-known",
    "disbursementType",
  ],
  [
    "a disbursement of an unknown type",
    withValue(disbursement(), "disbursementType", "toString"),
    "disbursement-type-known",
    "disbursementType",
  ],
];

/** The same on an order that has an authorization. */
const UNREADABLE_UPDATES: readonly (readonly [string, JsonObject, string])[] = [
  ["text", update("abc"), "transaction.amount"],
  ["a number", withValue(update("1"), "transaction.amount", 120), "transaction.amount"],
  ["a net amount of text", { ...update(), order: { netAmount: "abc" } }, "order.netAmount"],
];

describe("what mode observe lets through", () => {
  for (const [what, body, rule, field] of UNREADABLE) {
    it(`is refused by a rule where nothing could be done with it: ${what}`, () => {
      const taken = take(body, undefined);
      expect(taken.rule).to.equal(rule);
      expect(taken.rule === undefined ? undefined : taken.refusal.fault?.field).to.equal(field);
    });
  }

  for (const [what, body, field] of UNREADABLE_UPDATES) {
    it(`is refused and does not pass for an update without an amount: ${what}`, () => {
      const taken = take(body, orderAfter(merchantWith(), authorize()));
      expect(taken.rule).to.equal("update-amount-readable");
      expect(taken.rule === undefined ? undefined : taken.refusal.fault?.field).to.equal(field);
    });
  }

  const placed = ["order.amount", "order.currency", "order.netAmount", "order.merchantCategoryCode"];
  for (const path of [...placed, "order.itemAmount", "sourceOfFunds.type", "transaction.amount"]) {
    it(`is shown without its middle where it is a card number: in ${path}`, () => {
      for (const number of ["5123450000000008", "30123400000000"]) {
        const taken = take(withValue(pay(), path, number), undefined);
        expect(taken.rule).not.to.equal(undefined);
        expect(taken.rule === undefined ? "" : taken.refusal.explanation).not.to.contain(number);
      }
    });
  }

  it("is either refused by a rule or made a transaction, whatever it is", () => {
    const members = [
      ...["order", "order.amount", "order.currency", "order.netAmount", "order.item", "order.tax"],
      ...["order.taxAmount", "order.itemAmount", "order.shippingAndHandlingTaxAmount", "order.custom"],
      ...[
        "order.discount.amount",
        "order.merchantCharge.amount",
        "order.gratuityAmount",
        "order.subMerchant",
      ],
      ...["order.merchantCategoryCode", "transaction", "transaction.amount", "transaction.currency"],
      ...["transaction.targetTransactionId", "transaction.authorizationCode", "session", "3DSecure"],
      ...[
        "sourceOfFunds",
        "sourceOfFunds.type",
        "sourceOfFunds.provided.card",
        "sourceOfFunds.provided.card.expiry",
      ],
      ...["sourceOfFunds.provided.card.number", "sourceOfFunds.provided.card.securityCode"],
    ];
    const rows = fc.array(
      fc.record({ quantity: fc.string(), unitTaxAmount: fc.string(), amount: fc.string() }),
    );
    const value = fc.oneof(
      fc.jsonValue() as fc.Arbitrary<Json>,
      rows as fc.Arbitrary<Json>,
      fc.constantFrom("1.00", "-1", "99999999999999", "1.2345", "USD", "ZZZ", "1", "2", ".", "-", "١"),
    );
    const changes = fc.array(fc.tuple(fc.constantFrom(...members), value), { maxLength: 4 });
    const bodies = fc.constantFrom(
      pay(),
      authorize(),
      verify(),
      capture(),
      refund(),
      voidOf("1"),
      voidOf("2"),
    );
    const orders = [undefined, [pay()], [authorize()], [authorize(), capture("40.00")], [verify()]].map(
      (before) => (before === undefined ? undefined : orderAfter(PRIVILEGED, ...before)),
    );
    fc.assert(
      fc.property(bodies, changes, fc.constantFrom(...orders), (body, changed, order) => {
        const changedBody = changed.reduce((soFar, [path, to]) => withValue(soFar, path, to), body);
        const taken = take(changedBody, order, PRIVILEGED);
        if (taken.rule === undefined) expect(taken.made.currency).to.match(/^[A-Z]{3}$/);
      }),
      { numRuns: 2_000 },
    );
  });
});
