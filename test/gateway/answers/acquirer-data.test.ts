import { expect } from "chai";
import fc from "fast-check";
import type { Transaction } from "../../../server/domain/order/order.ts";
import {
  acquirerMerchantId,
  authorizationCodeOf,
  bookingOf,
  callIdOf,
  fundingReferenceOf,
  networkIdOf,
  numberAt,
  receiptOf,
  stanOf,
  stateOf,
} from "../../../server/gateway/answers/made-up/acquirer-data.ts";
import { issuerNames } from "../../../server/gateway/answers/made-up/issuer-names.ts";
import { issuerOf } from "../../../server/gateway/answers/defaults.ts";
import { random } from "../../../server/gateway/answers/made-up/random-data.ts";
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

/** Of three cards, for the same reason. */
const ISSUERS = [
  "Hilpert, Leannon and Graham Bank",
  "Rosenbaum - O'Kon Bank",
  "Klocko, Larkin and Connelly Bank",
];

function dataOf(changes: Partial<Transaction>): typeof GOLDEN {
  const transaction = payment(100, changes);
  return {
    authorizationCode: authorizationCodeOf(transaction),
    callId: callIdOf(transaction),
    fundingReference: fundingReferenceOf(transaction),
    receipt: receiptOf(transaction),
    stan: stanOf(transaction),
    transactionId: networkIdOf(transaction),
  };
}

describe("made-up acquirer data", () => {
  for (const [at, beginning] of RECEIPTS) {
    it(`begins the receipt of ${at} with ${beginning}`, () => {
      const { receipt, stan } = dataOf({ at: Date.parse(at) });
      expect(receipt).to.match(new RegExp(`^${beginning}\\d{6}$`));
      expect(receipt.slice(-6)).to.equal(stan);
    });
  }

  it("is the same whenever it is asked for, whatever was asked in between", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (seed, other) => {
        const first = dataOf({ seed });
        dataOf({ seed: other });
        expect(dataOf({ seed })).to.deep.equal(first);
        expect(first.authorizationCode).to.match(/^\d{6}$/);
        expect(first.receipt).to.match(/^\d{12}$/);
        expect(first.transactionId).to.match(/^\d{9}$/);
      }),
    );
  });

  it("gives the answers of stored transactions the same data in every release", () => {
    expect(dataOf({ seed: 42 })).to.deep.equal(GOLDEN);
  });

  it("draws the numbers that the generator of other made-up data draws", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (seed) => {
        random.seed(seed);
        const drawn = Array.from({ length: 5 }, () => random.number.int(999_999_999));
        const turns = drawn.map((_, turn) => Math.floor(numberAt(stateOf(seed), turn) * 1e9));
        expect(turns).to.deep.equal(drawn);
      }),
    );
  });

  it("keeps the receipts of an hour apart from those of the next", () => {
    const end = Date.parse("2021-02-11T14:59:59.999Z");
    const receipts = [end, end + 1, end].map((at) => dataOf({ at }).receipt.slice(0, 6));
    expect(receipts).to.deep.equal(["104214", "104215", "104214"]);
  });

  it("tells transactions apart by their seeds", () => {
    const codes = Array.from({ length: 200 }, (_, seed) => JSON.stringify(dataOf({ seed })));
    expect(new Set(codes).size).to.equal(200);
  });

  it("books a transaction in the batch of its day in UTC", () => {
    const at = Date.parse("2021-02-11T23:59:59.999Z");
    expect(bookingOf(at)).to.include({ batch: 20210211, date: "0211", day: "2021-02-11" });
  });

  it("gives cards with the same first six digits the same issuer, and others mostly another", () => {
    expect(issuerOf("512345xxxxxx0008")).to.equal(issuerOf("512345xxxxxx1111"));
    const issuers = Array.from({ length: 50 }, (_, index) => issuerOf(`${450800 + index}xxxxxx1019`));
    expect(new Set(issuers).size).to.be.greaterThan(40);
    expect(issuerOf("xxxxxxxxx")).to.match(/ Bank$/);
  });

  it("gives a card the same issuer in every release", () => {
    const issuers = ["512345xxxxxx0008", "450875xxxxxx1019", "345678xxxxx0000"].map(issuerOf);
    expect(issuers).to.deep.equal(ISSUERS);
  });

  it("names issuers as the library does, one of its company names for each seed", () => {
    for (const [seed, name] of issuerNames.entries()) {
      random.seed(seed);
      expect(name).to.equal(`${random.company.name()} Bank`);
    }
    expect(issuerNames).to.have.length(97);
  });

  it("gives a merchant a number of its own at the acquirer", () => {
    expect(acquirerMerchantId("TEST1")).to.match(/^\d{10}$/);
    expect(acquirerMerchantId("TEST1")).not.to.equal(acquirerMerchantId("TEST2"));
  });
});
