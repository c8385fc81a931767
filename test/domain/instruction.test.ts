import { expect } from "chai";
import fc from "fast-check";
import { readCard } from "../../server/domain/card/card-details.ts";
import { readInstruction } from "../../server/domain/request/instruction.ts";
import type { Instruction } from "../../server/domain/request/instruction.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { TRANSACTION_OPERATIONS } from "../../server/domain/request/operation.ts";
import type { TransactionOperation } from "../../server/domain/request/operation.ts";
import { OPERATION_DEFINITIONS } from "../../server/domain/operations/index.ts";
import { CARD, pay, withValue, withValues } from "../support/requests.ts";

const read = (body: JsonObject, operation: TransactionOperation = "PAY"): Instruction =>
  readInstruction({
    traits: OPERATION_DEFINITIONS[operation],
    version: 100,
    orderId: "order-1",
    transactionId: "1",
    body,
    fingerprintOf: (number) => `print of ${number}`,
    merchant: { surchargePercent: 2.5 },
    carries: () => true,
  });

/** Decimal texts within the contract's lengths, with the thousandths they mean. */
const decimal = fc
  .tuple(fc.bigInt({ min: 0n, max: 999_999_999n }), fc.bigInt({ min: 0n, max: 999n }))
  .map(([whole, fraction]) => {
    const text = `${whole}.${String(fraction).padStart(3, "0")}`;
    return { text, thousandths: Number(whole * 1000n + fraction) };
  });

const CARD_PATH = "sourceOfFunds.provided.card";
const TRACK1 = "%B4508750015741019^DOE/JANE^38052010000000000000?";
const TRACK2 = ";5111111111111118=37022010000000000000?";

describe("an instruction", () => {
  const byTransaction = ["CAPTURE", "REFUND", "UPDATE_AUTHORIZATION"];
  for (const operation of TRANSACTION_OPERATIONS) {
    const group = byTransaction.includes(operation) ? "transaction" : "order";
    it(`of ${operation} reads amount and currency of the ${group}, exactly`, () => {
      fc.assert(
        fc.property(decimal, decimal, (here, elsewhere) => {
          const other = group === "order" ? "transaction" : "order";
          const body = {
            [group]: { amount: here.text, currency: "USD" },
            [other]: { amount: elsewhere.text, currency: "EUR" },
          };
          const { amount, amountField, currency, currencyField } = read(body, operation);
          expect(amount).to.equal(here.thousandths);
          expect([amountField, currency, currencyField]).to.deep.equal([
            `${group}.amount`,
            "USD",
            `${group}.currency`,
          ]);
        }),
      );
    });
  }

  it("adds the merchant's charge to the net amount when no amount is given", () => {
    fc.assert(
      fc.property(decimal, fc.boolean(), (net, isNamed) => {
        const body = withValues(pay(), {
          "order.amount": undefined,
          "order.netAmount": net.text,
          "order.merchantCharge": isNamed ? { type: "SURCHARGE" } : undefined,
        });
        // 2.5 percent in whole cents, halves up.
        const charge = Math.floor((net.thousandths * 25 + 5_000) / 10_000) * 10;
        expect(read(body).amount).to.equal(net.thousandths + charge);
      }),
    );
  });

  it("reads no net amount of what moves only a part of the order", () => {
    for (const operation of ["CAPTURE", "REFUND", "VOID"] as const) {
      const { amount, charged } = read({ order: { netAmount: "9.00" } }, operation);
      expect([amount, charged]).to.deep.equal([undefined, undefined]);
    }
  });

  it("has the amount that was given, whatever the net amount is", () => {
    expect(read(withValue(pay("12.50"), "order.netAmount", "9.00")).amount).to.equal(12_500);
  });

  const cards: readonly (readonly [string, JsonObject, string | undefined, string])[] = [
    ["the explicit number", { ...CARD, track1: TRACK1, track2: TRACK2 }, CARD.number, "01/39"],
    ["track 2 before track 1", { track1: TRACK1, track2: TRACK2 }, "5111111111111118", "02/37"],
    ["track 1 alone", { track1: TRACK1 }, "4508750015741019", "05/38"],
    [
      "tracks without their sentinels",
      { track2: "5111111111111118=3702201000" },
      "5111111111111118",
      "02/37",
    ],
    [
      "the explicit expiry over the track's",
      { expiry: CARD.expiry, track2: TRACK2 },
      "5111111111111118",
      "01/39",
    ],
    ["a month of one digit", { ...CARD, expiry: { month: "5", year: "38" } }, CARD.number, "05/38"],
    ["no number of a terminal's encrypted data", { p2pe: { payload: "00" } }, undefined, "undefined"],
  ];
  for (const [what, card, number, expiry] of cards) {
    it(`reads of a card ${what}`, () => {
      const instruction = read(withValue(pay(), CARD_PATH, card));
      const got = instruction.card?.expiry;
      expect(instruction.card?.number).to.equal(number);
      expect(got ? `${got.month}/${got.year}` : "undefined").to.equal(expiry);
      expect(instruction.fingerprint).to.equal(number === undefined ? undefined : `print of ${number}`);
    });
  }

  it("cannot read a card that came encrypted and was not opened, nor one that could not be", () => {
    const states = [
      [{ p2pe: { payload: "00" } }, undefined],
      [{ number: CARD.number, p2pe: { payload: "00" } }, undefined],
      [{ emvRequest: "9C0100" }, undefined],
      [{ p2pe: { encryptionState: "INVALID" } }, { state: "UNREADABLE", content: undefined }],
    ] as const;
    const read = states.map(([card, p2pe]) => {
      const terminal = { chipFault: undefined, returnableChip: undefined, p2pe, pin: undefined };
      return readCard(withValue({}, CARD_PATH, card), terminal);
    });
    expect(read.map((it) => it?.isUnreadable)).to.deep.equal([true, false, false, true]);
    expect(read.map((it) => it?.p2peState)).to.deep.equal([undefined, undefined, undefined, "INVALID"]);
  });

  it("has no card and no fingerprint when the request names none", () => {
    const { card, fingerprint } = read(withValue(pay(), "sourceOfFunds", undefined));
    expect([card, fingerprint]).to.deep.equal([undefined, undefined]);
  });

  it("can be read from whatever JSON mode observe lets through, and leaves the body as it is", () => {
    const json = fc.jsonValue() as fc.Arbitrary<Json>;
    const path = fc.constantFrom(
      "order",
      "order.amount",
      "order.netAmount",
      "order.merchantCharge.amount",
      "transaction",
      "sourceOfFunds",
      "sourceOfFunds.provided",
      CARD_PATH,
      `${CARD_PATH}.number`,
      `${CARD_PATH}.expiry`,
      `${CARD_PATH}.track2`,
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(path, json), { maxLength: 4 }), (changes) => {
        const body = changes.reduce((changed, [at, value]) => withValue(changed, at, value), pay());
        const before = JSON.stringify(body);
        for (const operation of TRANSACTION_OPERATIONS) read(body, operation);
        expect(JSON.stringify(body)).to.equal(before);
      }),
    );
  });

  it("is read without an overflow from the largest texts that the contract takes", () => {
    const huge = "99999999999999";
    const body = withValues(pay(), {
      "order.amount": undefined,
      "order.netAmount": huge,
      "order.merchantCharge": { amount: huge, type: "SURCHARGE" },
    });
    expect(() => read(body)).not.to.throw();
    expect(() => read(withValue(body, "order.netAmount", "9007199254740"))).not.to.throw();
    expect(() =>
      read(
        withValues(body, {
          "order.netAmount": "9007199254740",
          "order.merchantCharge.amount": "9007199254740",
        }),
      ),
    ).not.to.throw();
  });
});
