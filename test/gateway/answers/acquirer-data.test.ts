import { expect } from "chai";
import fc from "fast-check";
import {
  acquirerDataOf,
  acquirerMerchantId,
  bookingOf,
} from "../../../server/gateway/answers/acquirer-data.ts";
import { issuerOf } from "../../../server/gateway/answers/issuers.ts";
import { payment } from "./samples.ts";

/** The beginning of a receipt: last digit of the year, day of the year, hour. */
const RECEIPTS: readonly (readonly [at: string, beginning: string])[] = [
  ["2021-02-11T14:00:00.000Z", "104214"],
  ["2014-10-16T17:59:59.999Z", "428917"],
  ["2030-01-01T00:00:00.000Z", "000100"],
  ["2028-12-31T23:30:00.000Z", "836623"],
];

/** Of seed 42: whoever changes this changes what stored transactions answer. */
const GOLDEN = {
  authorizationCode: "448290",
  callId: "CALL1748138987",
  fundingReference: "AF6697340414",
  receipt: "001510601103",
  stan: "601103",
  transactionId: "852465793",
};

describe("made-up acquirer data", () => {
  for (const [at, beginning] of RECEIPTS) {
    it(`begins the receipt of ${at} with ${beginning}`, () => {
      const { receipt, stan } = acquirerDataOf(payment(100, { at: Date.parse(at) }));
      expect(receipt).to.match(new RegExp(`^${beginning}\\d{6}$`));
      expect(receipt.slice(-6)).to.equal(stan);
    });
  }

  it("is the same whenever it is asked for, whatever was asked in between", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (seed, other) => {
        const first = acquirerDataOf(payment(100, { seed }));
        acquirerDataOf(payment(100, { seed: other }));
        expect(acquirerDataOf(payment(100, { seed }))).to.deep.equal(first);
        expect(first.authorizationCode).to.match(/^\d{6}$/);
        expect(first.receipt).to.match(/^\d{12}$/);
        expect(first.transactionId).to.match(/^\d{9}$/);
      }),
    );
  });

  it("gives the answers of stored transactions the same data in every release", () => {
    expect(acquirerDataOf(payment(100, { seed: 42 }))).to.deep.equal(GOLDEN);
  });

  it("tells transactions apart by their seeds", () => {
    const codes = Array.from({ length: 200 }, (_, seed) =>
      JSON.stringify(acquirerDataOf(payment(100, { seed }))),
    );
    expect(new Set(codes).size).to.equal(200);
  });

  it("books a transaction in the batch of its day in UTC", () => {
    const at = Date.parse("2021-02-11T23:59:59.999Z");
    expect(bookingOf(payment(100, { at }))).to.deep.equal({ batch: 20210211, day: "2021-02-11" });
  });

  it("gives cards with the same first six digits the same issuer, and others mostly another", () => {
    expect(issuerOf("512345xxxxxx0008")).to.equal(issuerOf("512345xxxxxx1111"));
    const issuers = Array.from({ length: 50 }, (_, index) => issuerOf(`${450800 + index}xxxxxx1019`));
    expect(new Set(issuers).size).to.be.greaterThan(40);
    expect(issuerOf("xxxxxxxxx")).to.match(/ Bank$/);
  });

  it("gives a merchant a number of its own at the acquirer", () => {
    expect(acquirerMerchantId("TEST1")).to.match(/^\d{10}$/);
    expect(acquirerMerchantId("TEST1")).not.to.equal(acquirerMerchantId("TEST2"));
  });
});
