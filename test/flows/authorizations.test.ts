import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { advance } from "../support/clock.ts";
import {
  authorize,
  capture,
  pay,
  refund,
  update,
  voidOf,
  withValue,
  withValues,
} from "../support/requests.ts";
import { play, refused, summaryOf } from "./played.ts";
import { clientOn, suiteSandbox } from "./started.ts";

const MERCHANTS = {
  PLAIN: {},
  DECLINING: {},
  CHARGING: { surchargePercent: 2.5 },
  SHORT: { authorizationValidityDays: 1, voidWindowHours: 0.5 },
  WAITING: {},
};

const SCENARIO = {
  rules: [
    { id: "update", when: { merchant: "DECLINING", operation: "UPDATE_AUTHORIZATION" }, outcome: "DECLINED" },
  ],
};

/** What is sent, and what the answer is: type, status, totals, and the amounts of transaction and order. */
type Step = readonly [body: JsonObject, summary: string, amounts: string];

const STORIES: readonly (readonly [
  what: string,
  merchant: keyof typeof MERCHANTS,
  steps: readonly Step[],
])[] = [
  [
    "goes up and is captured in full",
    "PLAIN",
    [
      [authorize(), "AUTHORIZATION AUTHORIZED 100/0/0", "100 of 100"],
      [update("150.00"), "AUTHORIZATION_UPDATE AUTHORIZED 150/0/0", "150 of 150"],
      [capture("150.00"), "CAPTURE CAPTURED 150/150/0", "150 of 150"],
      [refund("50.00"), "REFUND PARTIALLY_REFUNDED 150/150/50", "50 of 150"],
    ],
  ],
  [
    "goes down to what is captured, which is then all of it",
    "PLAIN",
    [
      [authorize(), "AUTHORIZATION AUTHORIZED 100/0/0", "100 of 100"],
      [capture("60.00"), "CAPTURE PARTIALLY_CAPTURED 100/60/0", "60 of 100"],
      [update("80.00"), "AUTHORIZATION_UPDATE PARTIALLY_CAPTURED 80/60/0", "80 of 80"],
      [update("60.00"), "AUTHORIZATION_UPDATE CAPTURED 60/60/0", "60 of 60"],
    ],
  ],
  [
    "stays as it is by an update without an amount",
    "PLAIN",
    [
      [authorize(), "AUTHORIZATION AUTHORIZED 100/0/0", "100 of 100"],
      [update("120.00"), "AUTHORIZATION_UPDATE AUTHORIZED 120/0/0", "120 of 120"],
      [update(), "AUTHORIZATION_UPDATE AUTHORIZED 120/0/0", "120 of 120"],
      [voidOf("1"), "VOID_AUTHORIZATION CANCELLED 0/0/0", "100 of 120"],
    ],
  ],
  [
    "stays as it is by an update that is declined",
    "DECLINING",
    [
      [authorize(), "AUTHORIZATION AUTHORIZED 100/0/0", "100 of 100"],
      [update("120.00"), "FAILURE AUTHORIZATION_UPDATE AUTHORIZED 100/0/0", "120 of 100"],
      [capture(), "CAPTURE CAPTURED 100/100/0", "100 of 100"],
    ],
  ],
  [
    "is of the net amount with the charge, and an update charges the new net amount",
    "CHARGING",
    [
      [
        withValues(authorize(), { "order.amount": undefined, "order.netAmount": "100.00" }),
        "AUTHORIZATION AUTHORIZED 102.5/0/0",
        "102.5 of 102.5",
      ],
      [
        { apiOperation: "UPDATE_AUTHORIZATION", order: { netAmount: "200.00" } },
        "AUTHORIZATION_UPDATE AUTHORIZED 205/0/0",
        "205 of 205",
      ],
    ],
  ],
];

describe("an authorization", () => {
  const running = suiteSandbox({ merchants: MERCHANTS, scenario: SCENARIO });

  STORIES.forEach(([what, merchant, steps], number) => {
    it(what, async () => {
      const bodies = steps.map(([body]) => body);
      const answers = await play(clientOn(running, merchant), `story-${number}`, bodies);
      const amounts = answers.map(
        ({ body }) =>
          `${(body as { transaction: { amount: number } }).transaction.amount} of ` +
          String((body as { order: { amount: number } }).order.amount),
      );
      expect(answers.map(summaryOf)).to.deep.equal(steps.map(([, summary]) => summary));
      expect(amounts).to.deep.equal(steps.map(([, , amount]) => amount));
    });
  });

  it("can be captured to the end of its validity, and an update without an amount starts that anew", async () => {
    const client = clientOn(running, "WAITING");
    const { url } = running.sandbox;
    await play(client, "waiting", [authorize(), capture("10.00")]);
    await advance(url, "WAITING", "P7D");
    expect(
      (await client.put({ order: "waiting", transaction: "3", body: capture("10.00") })).status,
    ).to.equal(201);
    expect((await client.put({ order: "waiting", transaction: "4", body: update() })).status).to.equal(201);
    await advance(url, "WAITING", "P7D");
    expect(
      (await client.put({ order: "waiting", transaction: "5", body: capture("10.00") })).status,
    ).to.equal(201);
    await advance(url, "WAITING", "PT1S");
    const late = await client.put({ order: "waiting", transaction: "6", body: capture("10.00") });
    expect([late.status, refused(late)]).to.deep.equal([
      400,
      {
        cause: "INVALID_REQUEST",
        explanation:
          "Value 'CAPTURE' is invalid. The authorization of 2030-01-22T10:20:30.400Z was valid for 7 days, " +
          "until 2030-01-29T10:20:30.400Z; the merchant's clock says 2030-01-29T10:20:31.400Z",
        field: "apiOperation",
        validationType: "INVALID",
      },
    ]);
    expect((await client.getOrder("waiting")).body).to.include({ status: "PARTIALLY_CAPTURED" });
  });

  it("is updated in its own currency, whatever an attempt that failed before was in", async () => {
    const expired = withValue(pay(), "sourceOfFunds.provided.card.expiry.year", "20");
    const yen = withValue(expired, "order", { amount: "100", currency: "JPY" });
    const charged = (netAmount: string): JsonObject => withValue(update(), "order.netAmount", netAmount);
    const answers = await play(clientOn(running, "CHARGING"), "after-yen", [
      yen,
      authorize(),
      withValue(update(), "transaction.amount", "100.50"),
      charged("30.00"),
    ]);
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201, 201]);
    expect(answers.map(summaryOf).slice(2)).to.deep.equal([
      "AUTHORIZATION_UPDATE AUTHORIZED 100.5/0/0",
      "AUTHORIZATION_UPDATE AUTHORIZED 30.75/0/0",
    ]);
  });

  it("has the validity, and a transaction the void window, that the merchant is set up with", async () => {
    const client = clientOn(running, "SHORT");
    const { url } = running.sandbox;
    await play(client, "short", [authorize()]);
    await play(client, "short-pay", [pay()]);
    await advance(url, "SHORT", "PT30M");
    expect((await client.put({ order: "short-pay", transaction: "2", body: voidOf("1") })).status).to.equal(
      201,
    );
    await advance(url, "SHORT", "PT1S");
    const tooLate = await client.put({ order: "short", transaction: "2", body: voidOf("1") });
    expect(refused(tooLate).explanation).to.equal(
      "The target transaction of 2030-01-15T10:20:30.400Z could be voided for 0.5 hours, " +
        "until 2030-01-15T10:50:30.400Z; the merchant's clock says 2030-01-15T10:50:31.400Z",
    );
    await advance(url, "SHORT", "P1D");
    const expired = await client.put({ order: "short", transaction: "3", body: capture() });
    expect(refused(expired).explanation).to.contain("was valid for 1 day, until");
  });
});
