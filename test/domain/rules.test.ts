import { expect } from "chai";
import fc from "fast-check";
import type { JsonObject } from "../../server/domain/json.ts";
import { payerAuthenticated } from "../../server/domain/rules/authentication.ts";
import {
  shippingTaxContained,
  taxBreakdownContained,
  taxOfItems,
} from "../../server/domain/rules/money/tax.ts";
import { initiatedAuthentication, orderOf, transactionOf } from "../support/orders.ts";
import { contextFor, merchantWith, orderAfter, take } from "../operations/pure-gateway.ts";
import { pay, refund, withValue, withValues } from "../support/requests.ts";

const PRIVILEGED = merchantWith("EXCESSIVE_CAPTURE", "EXCESSIVE_REFUND");

/** A whole number of 10^-scale as a decimal text: 12340 of scale 3 is "12.340". */
const textOf = (value: bigint, scale: number): string => {
  const digits = String(value).padStart(scale + 1, "0");
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};

const thousandths = fc.bigInt({ min: 0n, max: 99_999_999n });

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

describe("an authentication that a payment refers to", () => {
  it("is a transaction of that type on the same order, whatever else the order has", () => {
    const verified = transactionOf({ id: "1", operation: "VERIFY", type: "VERIFICATION" });
    const order = orderOf(verified, initiatedAuthentication("2"));
    const verdict = (transactionId: string): string | undefined => {
      const body = { ...pay(), authentication: { transactionId } };
      return payerAuthenticated.refuses(contextFor(body, order, merchantWith()))?.fault?.field;
    };
    const field = "authentication.transactionId";
    expect(["1", "2", "3"].map(verdict)).to.deep.equal([field, undefined, field]);
  });
});

describe("rules of agreements", () => {
  const CARD_PATH = "sourceOfFunds.provided.card";
  const idAsked = (members: Parameters<typeof withValues>[1]): boolean =>
    take(withValues(pay(), members), undefined).rule === "agreement-id-given";
  const AGREEMENT = { "agreement.expiryDate": "2031-01-01" };
  const token = { "sourceOfFunds.token": "9123456789012345" };
  const said = (storedOnFile: string) => ({ [`${CARD_PATH}.storedOnFile`]: storedOnFile });

  it("take a token for stored details, as they take what says STORED", () => {
    expect([idAsked({ ...AGREEMENT, ...token }), idAsked({ ...AGREEMENT, ...said("STORED") })]).to.deep.equal(
      [true, true],
    );
    expect([idAsked(AGREEMENT), idAsked(token), idAsked(said("STORED"))]).to.deep.equal([
      false,
      false,
      false,
    ]);
  });

  it("go by what the request says of its details, also beside a token", () => {
    expect(idAsked({ ...AGREEMENT, ...token, ...said("NOT_STORED") })).to.equal(false);
    expect(idAsked({ ...AGREEMENT, ...token, ...said("STORED") })).to.equal(true);
  });
});
