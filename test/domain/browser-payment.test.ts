import { expect } from "chai";
import fc from "fast-check";
import { withDueEntries } from "../../server/domain/order/due-entries.ts";
import { currentTransactions } from "../../server/domain/order/order.ts";
import type { BrowserPayment, Order, Transaction } from "../../server/domain/order/order.ts";
import type { Result } from "../../server/domain/order/outcome.ts";
import { statusOf } from "../../server/domain/order/status.ts";
import { totalsOf } from "../../server/domain/order/totals.ts";
import { allows, TRANSITIONS } from "../../server/domain/order/transitions.ts";
import { amountOf, orderOf, outcomeOf, transactionOf } from "../support/orders.ts";

const NOBODY: BrowserPayment = {
  redirectUrl: "https://sandbox.example/browser-payment/BP-1",
  status: "INITIATED",
  timeInitiated: 0,
  timeReturned: undefined,
  awaited: [],
};

type Kind = "AUTHORIZATION" | "PAYMENT" | "VERIFICATION";
const KINDS: readonly Kind[] = ["AUTHORIZATION", "PAYMENT", "VERIFICATION"];

/** What an entry may come to: the initiation or consent, pending, and the ends. */
const OUTCOMES = {
  submitted: { ...outcomeOf("SUBMITTED"), result: "SUCCESS" as Result },
  pending: outcomeOf("SUBMITTED"),
  approved: outcomeOf("APPROVED"),
  declined: outcomeOf("DECLINED"),
} as const;

const entry = (
  type: Kind,
  outcome: Transaction["outcome"],
  changes: Partial<Transaction> = {},
): Transaction =>
  transactionOf({
    id: "1",
    operation: "INITIATE_BROWSER_PAYMENT",
    type,
    amount: amountOf(type === "VERIFICATION" ? "0" : "100"),
    outcome,
    browser: NOBODY,
    ...changes,
  });

const declinedCard = transactionOf({
  id: "0",
  operation: "PAY",
  type: "PAYMENT",
  outcome: outcomeOf("DECLINED"),
});

/** The order after so many outcomes of one payment; each may follow as long as the table lets it. */
function ordersOf(
  type: Kind,
  before: Order | undefined,
  steps: number,
): readonly (readonly [string, Order])[] {
  if (steps === 0) return [];
  const isNew = before?.transactions.every(({ id }) => id === "0") ?? true;
  const from = before ? statusOf(before) : "NEW";
  const possible = isNew ? [OUTCOMES.submitted] : Object.values(OUTCOMES);
  return possible.flatMap((outcome) => {
    const order = orderOf(...(before?.transactions ?? []), entry(type, outcome));
    const after = statusOf(order);
    const isRepeatedFailure = from === "FAILED" && after === "FAILED";
    const isBack = from === "FAILED" && after === "INITIATED" && !isNew;
    if (!allows(from, "BROWSER_PAYMENT") || isRepeatedFailure || isBack) return [];
    return [[`${from} > ${after}`, order] as const, ...ordersOf(type, order, steps - 1)];
  });
}

describe("browser payments", () => {
  it("take every transition of the table, and no other", () => {
    const taken = KINDS.flatMap((type) =>
      [undefined, orderOf(declinedCard)].flatMap((before) => ordersOf(type, before, 4).map(([step]) => step)),
    );
    const coded = TRANSITIONS.filter(({ type }) => type === "BROWSER_PAYMENT").flatMap(({ from, to }) =>
      from.flatMap((before) => to.map((after) => `${before} > ${after}`)),
    );
    expect([...new Set(taken)].sort()).to.deep.equal([...new Set(coded)].sort());
  });

  it("move money only when they are approved", () => {
    for (const [name, outcome] of Object.entries(OUTCOMES)) {
      const { authorized, captured } = totalsOf(orderOf(entry("PAYMENT", outcome)));
      expect([authorized, captured], name).to.deep.equal(name === "approved" ? [100_000, 100_000] : [0, 0]);
    }
  });

  it("come to the same whether time is looked at once or often, and forget nothing that is stored", () => {
    const awaited = fc
      .array(fc.tuple(fc.nat(100), fc.constantFrom("APPROVED", "DECLINED", "UNKNOWN", "SUBMITTED")), {
        maxLength: 4,
      })
      .map((list) =>
        list.sort(([one], [other]) => one - other).map(([at, gatewayCode]) => ({ at, gatewayCode })),
      );
    fc.assert(
      fc.property(awaited, fc.array(fc.nat(120), { maxLength: 6 }), fc.nat(120), (coming, looks, end) => {
        const browser = { ...NOBODY, awaited: coming as BrowserPayment["awaited"] };
        const order = orderOf(entry("PAYMENT", OUTCOMES.submitted, { browser, at: 0 }));
        const often = [...looks.filter((at) => at <= end), end]
          .sort((one, other) => one - other)
          .reduce(withDueEntries, order);
        expect(often).to.deep.equal(withDueEntries(order, end));
        expect(often.transactions[0]).to.equal(order.transactions[0]);
        expect(currentTransactions(often)).to.have.length(1);
        const times = often.transactions.map(({ at }) => at);
        expect(times).to.deep.equal([...times].sort((one, other) => one - other));
        expect(Math.max(...times)).to.be.at.most(end);
      }),
    );
  });
});
