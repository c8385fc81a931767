import { expect } from "chai";
import fc from "fast-check";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import type { Merchant } from "../../server/domain/merchant.ts";
import type { Order } from "../../server/domain/order.ts";
import { shippingTaxContained, taxBreakdownContained, taxOfItems } from "../../server/domain/rules/tax.ts";
import { contextFor, merchantWith, take } from "../operations/pure-gateway.ts";
import {
  authorize,
  capture,
  pay,
  refund,
  verify,
  voidOf,
  withValue,
  withValues,
} from "../support/requests.ts";

const PRIVILEGED = merchantWith("EXCESSIVE_CAPTURE", "EXCESSIVE_REFUND");

/** A whole number of 10^-scale as a decimal text: 12340 of scale 3 is "12.340". */
const textOf = (value: bigint, scale: number): string => {
  const digits = String(value).padStart(scale + 1, "0");
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};

const thousandths = fc.bigInt({ min: 0n, max: 99_999_999n });

/** The order after bodies that must all be taken. */
function orderAfter(merchant: Merchant, ...bodies: readonly JsonObject[]): Order | undefined {
  return bodies.reduce<Order | undefined>((order, body) => {
    const taken = take(body, order, merchant);
    if (taken.rule !== undefined) throw new Error(`${taken.rule}: ${taken.refusal.explanation}`);
    return taken.order;
  }, undefined);
}

describe("rules of sums", () => {
  it("hold the tax against quantity times unit tax of every item, to the last digit", () => {
    const items = fc.array(fc.tuple(thousandths, thousandths), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(items, fc.bigInt({ min: 0n, max: 2n }), (lines, off) => {
        const sum = lines.reduce((total, [quantity, tax]) => total + quantity * tax, 0n);
        const body = withValues(pay(), {
          "order.taxAmount": textOf(sum + off, 6),
          "order.item": lines.map(([quantity, tax]) => ({
            quantity: textOf(quantity, 3),
            unitTaxAmount: textOf(tax, 3),
          })),
        });
        const refusal = taxOfItems.refuses(contextFor(body, undefined, merchantWith()));
        expect(refusal === undefined).to.equal(off === 0n);
      }),
    );
  });

  it("take a breakdown of tax up to the tax, and not a thousandth more", () => {
    fc.assert(
      fc.property(
        fc.array(thousandths, { maxLength: 8 }),
        fc.bigInt({ min: -3n, max: 3n }),
        (rows, spare) => {
          const total = rows.reduce((sum, row) => sum + row, 0n) + spare;
          fc.pre(total >= 0n);
          const tax = rows.map((row) => ({ type: "VAT", amount: textOf(row, 3) }));
          const body = withValues(pay(), { "order.taxAmount": textOf(total, 3), "order.tax": tax });
          const refusal = taxBreakdownContained.refuses(contextFor(body, undefined, merchantWith()));
          expect(refusal === undefined).to.equal(spare >= 0n);
        },
      ),
    );
  });

  it("compare a tax on shipping, which is a JSON number, by thousandths and not by binary fractions", () => {
    const verdict = (tax: number, shipping: bigint): boolean => {
      const body = withValues(pay(), {
        "order.shippingAndHandlingTaxAmount": tax / 1000,
        "order.shippingAndHandlingAmount": textOf(shipping, 3),
      });
      return shippingTaxContained.refuses(contextFor(body, undefined, merchantWith())) === undefined;
    };
    const wrong = Array.from({ length: 10_000 }, (_, tax) => tax).filter(
      (tax) => !verdict(tax, BigInt(tax)) || verdict(tax + 1, BigInt(tax)),
    );
    expect(wrong).to.deep.equal([]);
  });

  it("take sub-totals less the discount only when they are the amount", () => {
    const parts = fc.tuple(thousandths, thousandths, thousandths, thousandths);
    fc.assert(
      fc.property(parts, fc.bigInt({ min: -1n, max: 1n }), ([item, shipping, tax, discount], off) => {
        const amount = item + shipping + tax - discount + off;
        fc.pre(amount > 0n);
        const body = withValues(pay(textOf(amount, 3)), {
          "order.currency": "BHD",
          "order.itemAmount": textOf(item, 3),
          "order.shippingAndHandlingAmount": textOf(shipping, 3),
          "order.taxAmount": textOf(tax, 3),
          "order.discount.amount": textOf(discount, 3),
        });
        expect(take(body, undefined).rule).to.equal(off === 0n ? undefined : "sub-totals-add-up");
      }),
    );
  });

  it("let refunds exceed what was captured by the configured percentage exactly", () => {
    const percent = fc.bigInt({ min: 0n, max: 10_000n });
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 99_999_999n }), percent, (captured, hundredths) => {
        const merchant = { ...PRIVILEGED, excessiveRefundPercent: Number(hundredths) / 100 };
        const inDinar = (body: JsonObject, group: string) => withValue(body, `${group}.currency`, "BHD");
        const order = orderAfter(merchant, inDinar(pay(textOf(captured, 3)), "order"));
        const limit = captured + (captured * hundredths) / 10_000n;
        const refunded = (amount: bigint) =>
          take(inDinar(refund(textOf(amount, 3)), "transaction"), order, merchant).rule;
        expect(refunded(limit)).to.equal(undefined);
        expect(refunded(limit + 1n)).to.equal("refund-within-capture");
      }),
    );
  });
});

const LARGEST = "1000000000000";
const HUGE = "99999999999999";
const NET = { "order.amount": undefined, "order.netAmount": HUGE };
const SURCHARGE = { amount: LARGEST, type: "SURCHARGE" };

/** What is refused, after what, the rule and the field. */
type Limit = readonly [
  what: string,
  before: readonly JsonObject[],
  body: JsonObject,
  rule: string,
  field: string,
];

const LIMITS: readonly Limit[] = [
  ["a payment above it", [], pay("1000000000001"), "decimals-of-currency", "order.amount"],
  ["a payment of fourteen nines", [], pay(HUGE), "decimals-of-currency", "order.amount"],
  ["an authorization of it", [], authorize(HUGE), "decimals-of-currency", "order.amount"],
  ["a capture above it", [authorize()], capture(HUGE), "decimals-of-currency", "transaction.amount"],
  ["a refund above it", [pay()], refund(HUGE), "decimals-of-currency", "transaction.amount"],
  ["a net amount above it", [], withValues(pay(), NET), "decimals-of-currency", "order.netAmount"],
  [
    "a net amount that is above it with the charge",
    [],
    withValues(pay(), { ...NET, "order.netAmount": "1.00", "order.merchantCharge": SURCHARGE }),
    "decimals-of-currency",
    "order.netAmount",
  ],
  [
    "a sub-total above it",
    [],
    withValue(pay(), "order.itemAmount", HUGE),
    "decimals-of-currency",
    "order.itemAmount",
  ],
  [
    "a verification's amount above it",
    [],
    withValue(verify(), "order.amount", HUGE),
    "decimals-of-currency",
    "order.amount",
  ],
  [
    "captures that come to more than it",
    [authorize(LARGEST), capture(LARGEST)],
    capture("0.01"),
    "capture-within-authorization",
    "transaction.amount",
  ],
  [
    "refunds that come to more than it",
    [pay(LARGEST), refund(LARGEST)],
    refund("0.01"),
    "refund-within-capture",
    "transaction.amount",
  ],
];

describe("the largest amount", () => {
  it("is taken, and refunded whole", () => {
    const order = orderAfter(PRIVILEGED, pay(LARGEST), refund(LARGEST));
    expect(order?.transactions).to.have.length(2);
  });

  for (const [what, before, body, rule, field] of LIMITS) {
    it(`is not exceeded by ${what}`, () => {
      const taken = take(body, orderAfter(PRIVILEGED, ...before), PRIVILEGED);
      expect(taken.rule).to.equal(rule);
      expect(taken.rule === undefined ? undefined : taken.refusal.fault?.field).to.equal(field);
    });
  }
});

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
    withValues(pay(), { ...NET, "order.netAmount": "abc" }),
    "amount-given",
    "order.netAmount",
  ],
];

describe("what mode observe lets through", () => {
  for (const [what, body, rule, field] of UNREADABLE) {
    it(`is refused by a rule where nothing could be done with it: ${what}`, () => {
      const taken = take(body, undefined);
      expect(taken.rule).to.equal(rule);
      expect(taken.rule === undefined ? undefined : taken.refusal.fault?.field).to.equal(field);
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
