import { expect } from "chai";
import fc from "fast-check";
import type { Exchange } from "../../../server/domain/record/exchange.ts";
import { historyOf } from "../../../server/verdict/conduct/history.ts";
import { asksAgain } from "../../../server/verdict/conduct/purchase.ts";
import { scorecardOf } from "../../../server/verdict/conduct/scorecard.ts";
import { exchangeOf } from "../../journal/sample-exchange.ts";

const one = fc.record({
  operation: fc.constantFrom("PAY", "AUTHORIZE", "CAPTURE", "REFUND", "RETRIEVE_ORDER" as const),
  orderId: fc.constantFrom<(string | undefined)[]>(undefined, "order-1", "order-2", "order-3"),
  transactionId: fc.constantFrom(undefined, "1", "2"),
  reference: fc.constantFrom(undefined, "R1", "R2"),
  amount: fc.constantFrom(undefined, "1.00", "1.0", "2.00"),
  card: fc.constantFrom(undefined, "512345xxxxxx0008", "450875xxxxxx1019"),
  minute: fc.nat({ max: 30 }),
  abandoned: fc.boolean(),
});

type Call = typeof one extends fc.Arbitrary<infer It> ? It : never;

function exchangesOf(calls: readonly Call[]): Exchange[] {
  return calls.map(
    ({ operation, orderId, transactionId, reference, amount, card, minute, abandoned }, index) => {
      const sample = exchangeOf(String(index), { abandoned, at: `2030-01-15T10:${minute + 10}:00.000Z` });
      const body = {
        order: { reference, amount, currency: "USD" },
        ...(card !== undefined && { sourceOfFunds: { provided: { card: { number: card } } } }),
      };
      return { ...sample, request: { ...sample.request, operation, orderId, transactionId, body } };
    },
  );
}

describe("what a client did, by what belongs together", () => {
  it("has among the same order or purchase whatever asks for the same once more", () => {
    fc.assert(
      fc.property(fc.array(one, { maxLength: 40 }), (calls) => {
        const { attempts, firstAlike } = historyOf(exchangesOf(calls));
        for (const attempt of attempts) {
          const isAgain = (it: (typeof attempts)[number]): boolean =>
            it.index > attempt.index && asksAgain(attempt, it);
          expect(firstAlike(attempt, isAgain)).to.equal(attempts.find(isAgain));
        }
      }),
    );
  });

  it("is judged with a step for each lost answer, so that payments need not wait for all of them", () => {
    const count = 200;
    const calls = Array.from({ length: count }, (_, index) => ({
      ...({ operation: "PAY", orderId: `order-${index}`, transactionId: "1", reference: undefined } as const),
      ...({ amount: "1.00", card: "512345xxxxxx0008", minute: 0, abandoned: true } as const),
    }));
    const steps = [...scorecardOf({ exchanges: exchangesOf(calls), notifications: [], gone: 0 })];
    expect(steps.length).to.be.at.least(count);
  });
});
