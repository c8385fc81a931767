import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { authorize, pay, withValue, withValues } from "../support/requests.ts";
import { answered } from "./played.ts";
import { clientOn, suiteSandbox } from "./started.ts";

describe("an answer to a payment with a merchant charge", () => {
  const running = suiteSandbox({ merchants: { CHARGING: { surchargePercent: 2.5 } } });

  it("shows the charge that the gateway computed, whether its type was named or not", async () => {
    const client = clientOn(running, "CHARGING");
    const net = { "order.amount": undefined, "order.netAmount": "99.99" };
    const bodies = [pay(), authorize()].flatMap((body) => [
      withValues(body, net),
      withValues(body, { ...net, "order.merchantCharge": { type: "SURCHARGE" } }),
      withValues(body, {
        "order.amount": "102.49",
        "order.netAmount": "99.99",
        "order.merchantCharge": { amount: "2.50", type: "SURCHARGE" },
      }),
    ]);
    for (const [index, body] of bodies.entries()) {
      const answer = await client.put({ order: `charged-${index}`, transaction: "1", body });
      expect(answer.body).to.have.nested.property("order.amount", 102.49);
      expect(answer.body).to.have.nested.property("order.netAmount", 99.99);
      expect((answer.body as { order: JsonObject }).order["merchantCharge"]).to.deep.equal({
        amount: 2.5,
        type: "SURCHARGE",
      });
      expect(answered(answer).transaction.amount).to.equal(102.49);
    }
  });

  it("rounds the charge to the decimals of the currency", async () => {
    const client = clientOn(running, "CHARGING");
    const cases: readonly (readonly [string, string, number])[] = [
      ["JPY", "1030", 26],
      ["BHD", "10.020", 0.251],
      ["USD", "10.20", 0.26],
    ];
    for (const [currency, netAmount, amount] of cases) {
      const values = { "order.amount": undefined, "order.netAmount": netAmount, "order.currency": currency };
      const body = withValues(authorize(), values);
      const answer = await client.put({ order: `rounded-${currency}`, transaction: "1", body });
      expect(answer.body).to.have.nested.property("order.merchantCharge.amount", amount);
    }
  });

  it("rounds the charge of an update without a currency to the decimals of the order's", async () => {
    const client = clientOn(running, "CHARGING");
    const body = withValues(authorize("1000"), { "order.currency": "JPY" });
    await client.put({ order: "update-jpy", transaction: "1", body });
    const update = { apiOperation: "UPDATE_AUTHORIZATION", order: { netAmount: "1030" } };
    const answer = await client.put({ order: "update-jpy", transaction: "2", body: update });
    expect(answer.body).to.have.nested.property("order.totalAuthorizedAmount", 1056);
  });

  it("has no charge in the answer when neither a net amount nor a charge was sent", async () => {
    const client = clientOn(running, "CHARGING");
    const answer = await client.put({
      order: "plain",
      transaction: "1",
      body: withValue(pay(), "order.reference", "R"),
    });
    expect((answer.body as { order: JsonObject }).order).not.to.have.property("merchantCharge");
  });
});
