import { expect } from "chai";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { FILTER_NAMES, isMeant } from "../../server/journal/exchange-filter.ts";
import type { ExchangeFilter } from "../../server/journal/exchange-filter.ts";
import { exchangeOf } from "./sample-exchange.ts";

const NOTHING = exchangeOf("nothing", { merchantId: undefined });
const FULL: Exchange = {
  ...NOTHING,
  merchantId: "A",
  request: {
    ...NOTHING.request,
    operation: "PAY",
    version: 60,
    orderId: "order-1",
    transactionId: "1",
  },
  contract: {
    mode: "strict",
    used: [],
    resolution: "own",
    findings: [{ code: "unknown" }, { code: "length" }],
  },
  scenario: {
    gatewayCode: "DECLINED",
    decidedBy: { kind: "rule", scenario: "default", id: "declined-card", case: "TC-1" },
    addedBy: [{ scenario: "slow", id: "slow-afternoon", case: "TC-2" }],
  },
  refusal: { reason: "contract", explanation: "", fault: undefined },
  fault: { at: "after-commit", kind: "reset", lost: undefined },
  answer: { status: 400, body: {} },
} as unknown as Exchange;

/** Filters that mean the full exchange, each with one that means another. */
const CASES: readonly (readonly [ExchangeFilter, ExchangeFilter])[] = [
  [{ merchant: "A" }, { merchant: "B" }],
  [{ order: "order-1" }, { order: "order-2" }],
  [{ transaction: "1" }, { transaction: "2" }],
  [{ operation: "PAY" }, { operation: "CAPTURE" }],
  [{ version: 60 }, { version: 100 }],
  [{ status: 400 }, { status: 201 }],
  [{ outcome: "DECLINED" }, { outcome: "APPROVED" }],
  [{ refusal: "contract" }, { refusal: "rule" }],
  [{ finding: "length" }, { finding: "missing" }],
  [{ rule: "declined-card" }, { rule: "declined" }],
  [{ rule: "default#declined-card" }, { rule: "slow#declined-card" }],
  [{ rule: "slow#slow-afternoon" }, { rule: "TC-2" }],
  [{ case: "TC-1" }, { case: "TC-3" }],
  [{ case: "TC-2" }, { case: "declined-card" }],
  [{ fault: "reset" }, { fault: "stall" }],
  [{ since: "2030-01-15T10:20:30.400Z" }, { since: "2030-01-15T10:20:30.401Z" }],
];

describe("a filter of exchanges", () => {
  for (const [meant, other] of CASES) {
    it(`tells ${JSON.stringify(meant)} from ${JSON.stringify(other)}`, () => {
      expect([isMeant(meant, FULL), isMeant(other, FULL)]).to.deep.equal([true, false]);
    });
  }

  it("has a case here for every name there is", () => {
    const named = new Set(CASES.flatMap(([filter]) => Object.keys(filter)));
    expect([...named].toSorted()).to.deep.equal(FILTER_NAMES.toSorted());
  });

  it("means an exchange that lacks what is asked for by no filter but the time", () => {
    const names = CASES.filter(([filter]) => isMeant(filter, { ...NOTHING, answer: { status: 0 } }));
    expect(names.map(([filter]) => Object.keys(filter))).to.deep.equal([["since"]]);
  });

  it("means everything when it names nothing, and only what all its members mean", () => {
    expect(isMeant({}, NOTHING)).to.equal(true);
    expect(isMeant({ merchant: undefined, order: undefined }, NOTHING)).to.equal(true);
    expect(isMeant(Object.assign({}, ...CASES.map(([filter]) => filter)) as ExchangeFilter, FULL)).to.equal(
      true,
    );
    expect(isMeant({ merchant: "A", version: 61 }, FULL)).to.equal(false);
  });
});
