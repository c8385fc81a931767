import { expect } from "chai";
import fc from "fast-check";
import { createJournal } from "../../server/journal/journal.ts";
import type { Exchange } from "../../server/domain/exchange.ts";

const NOTHING = { merchantId: undefined, orderId: undefined, limit: 500, before: undefined };

const exchangeOf = (number: number, merchantId: string | undefined): Exchange => ({
  id: String(number),
  merchantId,
  at: "2030-01-15T10:20:30.400Z",
  request: {
    method: "GET",
    route: "unknown",
    version: undefined,
    operation: undefined,
    orderId: undefined,
    transactionId: undefined,
    body: undefined,
    bytes: 0,
  },
  authentication: "not-reached",
  contract: undefined,
  rules: undefined,
  scenario: undefined,
  transition: undefined,
  committed: false,
  repeated: false,
  refusal: undefined,
  notes: [],
  answer: { status: 404, body: {} },
  durationMs: 1,
});

describe("the journal", () => {
  it("keeps the newest of each merchant, at most a tenth too many, and finds exactly what it lists", () => {
    const merchants = fc.array(fc.constantFrom(undefined, "A", "B", "C", "D"), { maxLength: 300 });
    fc.assert(
      fc.property(
        merchants,
        fc.integer({ min: 0, max: 25 }),
        fc.integer({ min: 1, max: 3 }),
        (calls, size, most) => {
          const journal = createJournal({ perMerchant: size, merchants: most });
          calls.forEach((merchantId, number) => {
            journal.record(exchangeOf(number, merchantId));
          });
          const listed = journal.list(NOTHING).map(({ id }) => Number(id));
          expect(listed).to.deep.equal(listed.toSorted((a, b) => b - a));
          const kept = new Set(listed.map((number) => calls[number]));
          expect(kept.size).to.be.at.most(most);
          for (const merchantId of kept) {
            const own = listed.filter((number) => calls[number] === merchantId);
            const all = calls.flatMap((other, number) => (other === merchantId ? [number] : []));
            // Merchants beyond the number that is kept may have been forgotten in between.
            const least = new Set(calls).size > most ? 0 : Math.min(size, all.length);
            expect(own.length).to.be.within(least, size + Math.ceil(size / 10));
            expect(own.toReversed()).to.deep.equal(all.slice(-own.length));
          }
          const found = calls.flatMap((_, number) => (journal.find(String(number)) ? [number] : []));
          expect(found.toReversed()).to.deep.equal(listed);
        },
      ),
    );
  });

  it("keeps nothing when its size is 0", () => {
    const journal = createJournal({ perMerchant: 0, merchants: 10 });
    for (let number = 0; number < 100; number += 1) journal.record(exchangeOf(number, "A"));
    expect(journal.list(NOTHING)).to.deep.equal([]);
  });
});
