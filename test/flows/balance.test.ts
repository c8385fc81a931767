import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { cardBalance, cardClientOf, giftCard } from "../support/card-requests.ts";
import type { CardClient } from "../support/card-requests.ts";
import { keptClientOf, sessionOf, tokenOf } from "../support/kept.ts";
import { CARD, withValue } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Client } from "../support/sandbox.ts";
import { startWith } from "./started.ts";
import type { Started } from "./started.ts";

const MERCHANT = "TESTBALANCE";
const GIFT = "6035710000002501";
const REWARDS = "340000000001205";

/** The second rule would decline any payment; the third is a sequence, which only orders have. */
const PLAN = {
  rules: [
    { id: "slow", when: { operation: "BALANCE_INQUIRY", currency: "JPY" }, outcome: "TIMED_OUT" },
    { id: "payments", outcome: "DECLINED" },
    { id: "sequence", priority: 9, outcomes: ["TIMED_OUT"] },
  ],
  tables: { balances: { "4000000000000002": { amount: "7.50" } } },
};

/** What is asked, and the answer's code, result and balance. */
const CASES: readonly (readonly [string, JsonObject, string, string, JsonObject])[] = [
  [
    "a gift card with its available balance only",
    giftCard(GIFT),
    "BALANCE_AVAILABLE",
    "SUCCESS",
    { funds: { amount: 25, currency: "USD" } },
  ],
  [
    "a gift card given as a card in the same way",
    cardBalance(GIFT, "JPY"),
    "BALANCE_AVAILABLE",
    "SUCCESS",
    { funds: { amount: 25, currency: "JPY" } },
  ],
  [
    "a card of a rewards programme with points and conversion rate too",
    cardBalance(REWARDS),
    "BALANCE_AVAILABLE",
    "SUCCESS",
    { funds: { amount: 125, currency: "USD" }, rewards: { conversionRate: 0.01, points: 12500 } },
  ],
  [
    "a gift card of the currency that is asked for",
    giftCard("6035710000008409", "EUR"),
    "BALANCE_AVAILABLE",
    "SUCCESS",
    { funds: { amount: 84, currency: "EUR" } },
  ],
  [
    "a gift card of another currency as unknown",
    giftCard("6035710000008409", "USD"),
    "BALANCE_UNKNOWN",
    "SUCCESS",
    {},
  ],
  [
    "a gift card that has been spent",
    giftCard("6035710000000000"),
    "NO_BALANCE",
    "SUCCESS",
    { funds: { amount: 0, currency: "USD" } },
  ],
  ["a card that no table names", cardBalance("5123450000000008"), "BALANCE_UNKNOWN", "SUCCESS", {}],
];

describe("balance inquiries", () => {
  let running: Started;
  let cards: CardClient;
  let client: Client;
  before(async () => {
    running = await startWith({});
    cards = cardClientOf(running.sandbox.url, MERCHANT);
    client = clientOf(running.sandbox.url, MERCHANT);
  });
  after(() => running.stop());

  for (const [what, body, gatewayCode, result, availableBalance] of CASES) {
    it(`answer ${what}`, async () => {
      const response = await cards.inquire(body);
      expect(response.status, JSON.stringify(response.body)).to.equal(200);
      const answer = response.body as JsonObject;
      expect(answer["response"]).to.include({ gatewayCode });
      expect([answer["result"], answer["availableBalance"]]).to.deep.equal([result, availableBalance]);
    });
  }

  it("show the card masked, echo the correlation id, and keep nothing but the exchange", async () => {
    const body = withValue(giftCard(GIFT), "sourceOfFunds.provided.giftCard.pin", "1234");
    const asked = { ...body, correlationId: "c-1", responseControls: { sensitiveData: "UNMASK" } };
    const response = await cards.inquire(asked);
    expect(response.body).to.deep.equal({
      availableBalance: { funds: { amount: 25, currency: "USD" } },
      correlationId: "c-1",
      merchant: MERCHANT,
      order: { currency: "USD" },
      response: { acquirerCode: "00", acquirerMessage: "Approved", gatewayCode: "BALANCE_AVAILABLE" },
      result: "SUCCESS",
      sourceOfFunds: { provided: { giftCard: { number: "603571xxxxxx2501" } }, type: "GIFT_CARD" },
    });
    const exchange = await client.why(response);
    expect(exchange.request.operation).to.equal("BALANCE_INQUIRY");
    expect(exchange.committed).to.equal(false);
    expect(exchange.notes.join(" ")).to.match(
      /sensitiveData: UNMASK was accepted, but the answer stays masked/,
    );
    expect(exchange.scenario?.decidedBy).to.deep.equal({
      kind: "table",
      scenario: "default",
      table: "balances",
      key: "603571xxxxxx2501",
    });
    expect(JSON.stringify(exchange)).not.to.contain(GIFT).and.not.to.contain("1234");
  });

  it("are decided by a file of one's own: a rule makes them TIMED_OUT, its table gives the balance", async () => {
    const planned = await startWith({ scenario: PLAN });
    try {
      const inquiring = cardClientOf(planned.sandbox.url, MERCHANT);
      const late = await inquiring.inquire(cardBalance("4000000000000002", "JPY"));
      const { scenario } = await clientOf(planned.sandbox.url, MERCHANT).why(late);
      expect(scenario?.decidedBy).to.include({ kind: "rule", id: "slow" });
      expect([scenario?.gatewayCode, (late.body as JsonObject)["result"]]).to.deep.equal([
        "TIMED_OUT",
        "FAILURE",
      ]);
      const answered = await inquiring.inquire(cardBalance("4000000000000002"));
      expect(answered.body).to.have.nested.property("availableBalance.funds.amount", 7.5);
    } finally {
      await planned.stop();
    }
  });

  it("work in version 46, which knows no type", async () => {
    const { sourceOfFunds } = cardBalance(REWARDS);
    const body = withValue({ order: { currency: "USD" }, sourceOfFunds }, "sourceOfFunds.type", undefined);
    const response = await cards.inquire(body, 46);
    expect((response.body as JsonObject)["availableBalance"]).to.have.nested.property(
      "rewards.points",
      12500,
    );
  });

  it("take the card from a session or a token", async () => {
    const kept = keptClientOf(running.sandbox.url, MERCHANT);
    const card = { number: REWARDS, expiry: CARD.expiry };
    const funds = { sourceOfFunds: { type: "CARD", provided: { card } } };
    const { id } = sessionOf(await kept.createSession());
    await kept.updateSession(id, funds);
    const token = tokenOf(await kept.createToken(funds));
    const order = { currency: "USD" };
    for (const body of [
      { order, session: { id }, sourceOfFunds: { type: "CARD" } },
      { order, sourceOfFunds: { type: "CARD", token } },
    ]) {
      const response = await cards.inquire(body);
      expect(response.body, JSON.stringify(body)).to.have.nested.property(
        "availableBalance.funds.amount",
        125,
      );
    }
  });
});
