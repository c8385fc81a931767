import { expect } from "chai";
import { valueAt } from "../../server/domain/json.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { converted } from "../../server/domain/request/payment-options.ts";
import { cardClientOf, optionsFor } from "../support/card-requests.ts";
import { amountOf } from "../support/orders.ts";
import { CARD, withValue } from "../support/requests.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startWith } from "./started.ts";

const OFFERED = "5313359999999089";
const VISA = "4508750015741019";
const NONE = { gatewayCode: "NOT_ELIGIBLE" };
const LOST = { at: "after-commit", kind: "server-failed" };

describe("the offer of a currency conversion", () => {
  let running: TestSandbox;
  const start = async (started: Promise<TestSandbox>): Promise<void> => {
    running = await started;
  };
  afterEach(() => running.stop());

  /** Undefined when nobody was asked for one. */
  const offerOn = async (body: JsonObject): Promise<JsonObject | undefined> => {
    const response = await cardClientOf(running.sandbox.url, "TESTOFFERS").options(body);
    expect(response.status, response.text).to.equal(200);
    const offer = valueAt(response.body as JsonObject, "paymentTypes.card.currencyConversion");
    return offer as JsonObject | undefined;
  };

  it("is the published one for the published card, and none for another card or currency", async () => {
    await start(startTestSandbox());
    const made = await offerOn(optionsFor(OFFERED));
    expect(made).to.include({
      gatewayCode: "QUOTE_PROVIDED",
      payerAmount: 65.9998,
      payerCurrency: "MYR",
      payerExchangeRate: 3.29999,
      offerText: "You can pay 65.9998 MYR instead of 20.00 USD, at a rate of 3.29999.",
    });
    expect(made?.["requestId"]).to.match(/^quote-\w+$/);
    expect(await offerOn(optionsFor(OFFERED))).to.have.property("requestId", made?.["requestId"]);
    expect(await offerOn(optionsFor(CARD.number))).to.deep.equal(NONE);
    expect(await offerOn(optionsFor(OFFERED, "20.00", "EUR"))).to.deep.equal(NONE);
    const withoutAmount = withValue(optionsFor(OFFERED), "order.amount", undefined);
    expect(await offerOn(withoutAmount)).to.equal(undefined);
  });

  it("is what a tester's table says, in any other currency than the card's own", async () => {
    const conversions = { [VISA]: { to: "EUR", rate: "0.9", margin: "3.5" } };
    await start(startWith({ scenario: { tables: { conversions } } }));
    const made = await offerOn(optionsFor(VISA, "100.00", "GBP"));
    expect(made).to.include({ payerAmount: 90, payerCurrency: "EUR", marginPercentage: 3.5 });
    expect(await offerOn(optionsFor(VISA, "100.00", "EUR"))).to.deep.equal(NONE);
  });

  it("is lost by a rule that only adds, and rules about payments are not asked", async () => {
    const when = { operation: "PAYMENT_OPTIONS_INQUIRY", currency: "JPY" };
    const rules = [
      { id: "lost", when, fault: LOST },
      { id: "declined", outcome: "DECLINED" },
    ];
    await start(startWith({ scenario: { rules } }));
    const { options } = cardClientOf(running.sandbox.url, "TESTOFFERS");
    expect((await options({ order: { currency: "JPY" } })).status).to.equal(500);
    expect((await options({ order: { currency: "EUR" } })).status).to.equal(200);
  });
});

describe("a converted amount", () => {
  it("is worked out by decimals and not by binary fractions", () => {
    const cases = [
      ["20.00", "3.29999", 65.9998],
      ["0.001", "0.000001", 0.000000001],
      ["1000000000000", "1", 1000000000000],
      ["0.29", "100", 29],
    ] as const;
    for (const [amount, rate, expected] of cases)
      expect(converted(amountOf(amount), rate), `${amount} at ${rate}`).to.equal(expected);
  });
});
