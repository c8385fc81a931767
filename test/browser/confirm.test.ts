import { expect } from "chai";
import type { Response } from "supertest";
import { valueAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { clientOn, suiteSandbox } from "../flows/started.ts";
import { pay, refund, voidOf, withValue } from "../support/requests.ts";
import { AT_MERCHANT, confirm, initiate, initiate18 } from "./browser-requests.ts";
import { payerOf } from "./payer.ts";

const at = (response: Response, path: string): Json | undefined => valueAt(response.body as Json, path);

const whereOperationIs = (body: JsonObject): string =>
  valueAt(body, "browserPayment.operation") === undefined ? "operation in the group" : "operation beside it";

/** A scenario that looks at the amount, so that one can see which amount was decided on. */
const SCENARIO = {
  rules: [
    {
      id: "too-much",
      when: { operation: "CONFIRM_BROWSER_PAYMENT", amount: "50.00" },
      outcome: "INSUFFICIENT_FUNDS",
    },
  ],
};

describe("the confirmation of a browser payment", () => {
  const running = suiteSandbox({ scenario: SCENARIO });
  const client = clientOn(running);
  let orders = 0;

  const agreed = async (body: JsonObject, version = 61): Promise<string> => {
    const order = `confirm-${(orders += 1)}`;
    const initiated = await client.put({ order, transaction: "1", body, version });
    await payerOf(initiated).choose("pay");
    return order;
  };
  const confirming = (order: string, body: JsonObject, version = 20): Promise<Response> =>
    client.put({ order, transaction: "1", body, version });

  for (const [version, confirmVersion, body, status] of [
    [18, 20, initiate18({ ...AT_MERCHANT, "browserPayment.providerA.operation": "AUTHORIZE" }), "AUTHORIZED"],
    [45, 20, initiate18({ ...AT_MERCHANT, "browserPayment.providerA.operation": "AUTHORIZE" }), "AUTHORIZED"],
    [45, 20, initiate({ ...AT_MERCHANT, "browserPayment.operation": "AUTHORIZE" }), "AUTHORIZED"],
    [61, 20, initiate(AT_MERCHANT), "CAPTURED"],
    [100, 100, initiate({ ...AT_MERCHANT, "browserPayment.operation": "AUTHORIZE" }), "AUTHORIZED"],
  ] as const) {
    it(`executes what was initiated in version ${version} and agreed to, so that it is ${status}: ${whereOperationIs(body)}`, async () => {
      const order = await agreed(body, version);
      const confirmed = await confirming(order, confirm(), confirmVersion);
      expect(confirmed.status).to.equal(201);
      expect([at(confirmed, "result"), at(confirmed, "order.status")]).to.deep.equal(["SUCCESS", status]);
      expect(at(confirmed, "transaction.id")).to.equal("1");
      expect(at(confirmed, "transaction.acquirer.id")).to.equal("PROVIDER_A");
      expect(at(await client.getOrder(order), "totalAuthorizedAmount")).to.equal(100);
      expect(at(await client.getOrder(order), "transaction")).to.have.length(1);
    });
  }

  it("may change the amount and the sub-totals, which then count", async () => {
    const order = await agreed(initiate(AT_MERCHANT));
    const values = { "order.amount": "80.00", "order.taxAmount": "0.00", "order.currency": "USD" };
    const confirmed = await confirming(
      order,
      confirm({ ...values, "order.shippingAndHandlingAmount": "80.00" }),
    );
    expect([
      confirmed.status,
      at(confirmed, "order.totalCapturedAmount"),
      at(confirmed, "order.amount"),
    ]).to.deep.equal([201, 80, 80]);
    const refunded = await client.put({ order, transaction: "2", body: refund("80.00") });
    expect(at(refunded, "order.status")).to.equal("REFUNDED");
  });

  it("is decided by the scenario on the initiated amount when it names none", async () => {
    const order = await agreed(initiate({ ...AT_MERCHANT, "order.amount": "50.00" }));
    const confirmed = await confirming(order, confirm());
    expect([at(confirmed, "response.gatewayCode"), at(confirmed, "order.status")]).to.deep.equal([
      "INSUFFICIENT_FUNDS",
      "FAILED",
    ]);
    const late = await confirming(order, confirm({ "order.amount": "49.00" }));
    expect([late.status, at(late, "error.field")]).to.deep.equal([400, "apiOperation"]);
  });

  it("gets its stored answer when it is repeated, as does the initiation before it", async () => {
    const body = initiate(AT_MERCHANT);
    const order = await agreed(body);
    const first = await confirming(order, confirm());
    await client.put({ order, transaction: "2", body: refund("10.00") });
    const again = await confirming(order, confirm());
    expect([again.status, again.body]).to.deep.equal([200, first.body]);
    const initiated = await client.put({ order, transaction: "1", body, version: 61 });
    expect([initiated.status, at(initiated, "order.status")]).to.deep.equal([200, "INITIATED"]);
  });

  it("says of another confirmation that the payment is executed, not how it was initiated", async () => {
    const order = await agreed(initiate(AT_MERCHANT));
    await confirming(order, confirm());
    const again = await confirming(order, confirm({ "order.amount": "11.00" }));
    expect(again.status).to.equal(400);
    expect(at(again, "error.explanation")).to.contain("executed or has failed");
  });

  it("is recorded without a card number that its reference holds", async () => {
    const reference = "4111111111111111.FAILDECLINED";
    const order = await agreed(initiate(AT_MERCHANT));
    const confirmed = await confirming(order, confirm({ "order.reference": reference }));
    const exchange = await client.why(confirmed);
    expect(exchange.scenario?.decidedBy).to.deep.equal({
      kind: "reference",
      reference: "411111xxxxxx1111.FAILDECLINED",
    });
    expect(JSON.stringify(exchange)).not.to.contain("4111111111111111");
  });

  it("goes by the currency of its initiation, not by that of an attempt that failed before", async () => {
    const order = "confirm-after-yen";
    const expired = withValue(pay(), "sourceOfFunds.provided.card.expiry.year", "20");
    const yen = withValue(expired, "order", { amount: "100", currency: "JPY" });
    await client.put({ order, transaction: "1", body: yen });
    const initiated = await client.put({ order, transaction: "2", body: initiate(AT_MERCHANT), version: 61 });
    await payerOf(initiated).choose("pay");
    const body = confirm({ "order.amount": "10.50" });
    const confirmed = await client.put({ order, transaction: "2", body, version: 100 });
    expect([confirmed.status, at(confirmed, "transaction.amount")]).to.deep.equal([201, 10.5]);
  });

  it("can be voided like any payment", async () => {
    const order = await agreed(initiate(AT_MERCHANT));
    await confirming(order, confirm());
    const voided = await client.put({ order, transaction: "2", body: voidOf("1") });
    expect([at(voided, "transaction.type"), at(voided, "order.status")]).to.deep.equal([
      "VOID_PAYMENT",
      "CANCELLED",
    ]);
  });

  it("is executed once when several race for it", async () => {
    const order = await agreed(initiate(AT_MERCHANT));
    const amounts = ["10.00", "11.00", "12.00", "13.00", "14.00"];
    const answers = await Promise.all(
      amounts.map((amount) => confirming(order, confirm({ "order.amount": amount }))),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 400, 400, 400, 400]);
    expect(at(await client.getOrder(order), "transaction")).to.have.length(1);
  });

  it("takes tax and shipping that fit into the amount in version 20, which cannot name the items", async () => {
    const body = confirm({
      "order.amount": "80.00",
      "order.currency": "USD",
      "order.taxAmount": "8.00",
      "order.shippingAndHandlingAmount": "5.00",
    });
    const confirmed = await confirming(await agreed(initiate(AT_MERCHANT)), body);
    expect(confirmed.status, JSON.stringify(confirmed.body)).to.equal(201);
    expect([at(confirmed, "order.amount"), at(confirmed, "order.taxAmount")]).to.deep.equal([80, 8]);
  });
});
