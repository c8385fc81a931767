import { expect } from "chai";
import request from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import type { OrderDetail, OrderPage } from "../../server/http/control/stored/order-views.ts";
import { authorize, capture, pay, verify, voidOf, withValue, withValues } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";

const ROOT = "/_sandbox/v1/merchants";

describe("the orders of the control API", () => {
  let running: TestSandbox;
  let client: Client;
  before(async () => {
    running = await startTestSandbox();
    client = clientOf(running.sandbox.url, "TESTORDERS");
    await client.put({
      order: "paid",
      transaction: "1",
      body: withValue(pay("5.00"), "order.reference", "Basket 77"),
    });
    await client.put({ order: "authorized", transaction: "1", body: authorize("10.00") });
    await client.put({ order: "authorized", transaction: "2", body: capture("4.00") });
    await client.put({ order: "void", transaction: "1", body: authorize("10.00") });
    await client.put({ order: "void", transaction: "2", body: voidOf("1") });
    await client.put({ order: "checked", transaction: "1", body: verify() });
  });
  after(() => running.stop());

  const get = async <T>(path: string): Promise<T> =>
    (await request(running.sandbox.url).get(ROOT + path)).body as T;
  const idsOf = async (query: string): Promise<readonly string[]> =>
    (await get<OrderPage>(`/TESTORDERS/orders${query}`)).orders.map(({ id }) => id);
  const detailOf = (order: string): Promise<OrderDetail> => get(`/TESTORDERS/orders/${order}`);
  const nextOf = ({ next }: OrderDetail): unknown =>
    next.map(({ operation, isAllowed }) => [operation, isAllowed]);

  const lists: Readonly<Record<string, readonly string[]>> = {
    "": ["checked", "void", "authorized", "paid"],
    "?limit=2": ["checked", "void"],
    "?limit=2&after=void": ["authorized", "paid"],
    "?status=CAPTURED": ["paid"],
    "?search=AUTH": ["authorized"],
    "?search=basket": ["paid"],
    "?search=nowhere": [],
  };
  for (const [query, ids] of Object.entries(lists))
    it(`lists them by ${query === "" ? "nothing, newest first" : query}`, async () => {
      expect(await idsOf(query)).to.deep.equal(ids);
    });

  it("says where the next page begins, when there is one", async () => {
    expect(await get<OrderPage>("/TESTORDERS/orders?limit=3")).to.include({ next: "authorized" });
    expect(await get<OrderPage>("/TESTORDERS/orders?limit=4")).to.not.have.property("next");
  });

  it("shows the amount that the gateway's answers say, whatever the order began with", async () => {
    const order = { currency: "USD" };
    const card = { type: "CARD", provided: { card: { number: "5123450000000008" } } };
    const body = { apiOperation: "INITIATE_AUTHENTICATION", order, sourceOfFunds: card };
    await client.put({ order: "secure", transaction: "auth", body });
    await client.put({ order: "secure", transaction: "1", body: pay("25.00") });
    const { amount } = (await client.getOrder("secure")).body as { amount: number };
    const shown = await detailOf("secure");
    expect([amount, shown.amount]).to.deep.equal([25, "25.00"]);
  });

  it("shows totals and what became of an order", async () => {
    const order = await detailOf("authorized");
    expect(order).to.deep.include({
      status: "PARTIALLY_CAPTURED",
      amount: "10.00",
      currency: "USD",
      transactions: 2,
      totals: { authorized: "10.00", captured: "4.00", refunded: "0.00", disbursed: "0.00" },
    });
    expect(
      order.history.map(({ type, statusAfter, isVoided }) => [type, statusAfter, isVoided]),
    ).to.deep.equal([
      ["AUTHORIZATION", "AUTHORIZED", false],
      ["CAPTURE", "PARTIALLY_CAPTURED", false],
    ]);
    expect((await detailOf("void")).history).to.containSubset([
      { id: "1", isVoided: true },
      { id: "2", target: "1" },
    ]);
  });

  it("tells what may be done next, and why the rest may not", async () => {
    const authorized = await detailOf("authorized");
    expect(nextOf(authorized)).to.deep.equal([
      ["CAPTURE", true],
      ["REFUND", true],
      ["VOID", true],
      ["UPDATE_AUTHORIZATION", true],
      ["PAY", false],
      ["AUTHORIZE", false],
    ]);
    expect(authorized.next[0]?.body).to.deep.equal({
      apiOperation: "CAPTURE",
      transaction: { amount: "6.00", currency: "USD" },
    });
    const cancelled = await detailOf("void");
    expect(cancelled.next.filter(({ isAllowed }) => isAllowed)).to.deep.equal([]);
    for (const { why } of cancelled.next) expect(why).to.be.a("string").and.not.equal("");
  });

  it("names steps that the gateway then takes", async () => {
    for (const wanted of ["CAPTURE", "REFUND", "VOID"]) {
      const step = (await detailOf("authorized")).next.find(({ operation }) => operation === wanted);
      const done = await request(running.sandbox.url)
        .put(step?.path ?? "")
        .auth("merchant.TESTORDERS", "sandbox")
        .send(step?.body);
      expect(done.status, `${wanted}: ${done.text}`).to.equal(201);
    }
  });

  it("offers a failed order another payment of the same amount, as a transaction of its own", async () => {
    const body = withValue(pay("7.00"), "sourceOfFunds.provided.card.number", "4000000000005100");
    await client.put({ order: "failed", transaction: "1", body });
    const failed = await detailOf("failed");
    expect(failed.status).to.equal("FAILED");
    const allowed = failed.next.filter(({ isAllowed }) => isAllowed);
    expect(allowed.map(({ operation }) => operation)).to.deep.equal(["PAY", "AUTHORIZE"]);
    const [again] = allowed;
    expect(again?.body).to.deep.include({ order: { amount: "7.00", currency: "USD" } });
    const done = await request(running.sandbox.url)
      .put(again?.path ?? "")
      .auth("merchant.TESTORDERS", "sandbox")
      .send(again?.body);
    expect(done.body).to.containSubset({ order: { status: "CAPTURED" }, transaction: { id: "2" } });
  });

  const DECLINED = { "sourceOfFunds.provided.card.number": "4000000000005100" };
  const secure = {
    apiOperation: "INITIATE_AUTHENTICATION",
    order: { currency: "USD" },
    sourceOfFunds: { type: "CARD", provided: { card: { number: "5123450000000008" } } },
  };
  const attempts: Readonly<Record<string, readonly JsonObject[]>> = {
    "a payment before an authentication": [withValues(pay("8.00"), DECLINED), secure],
    "what a check of the card was about": [withValues(verify(), { ...DECLINED, "order.amount": "8.00" })],
  };
  for (const [what, bodies] of Object.entries(attempts))
    it(`offers another payment of the amount of ${what}`, async () => {
      for (const [index, body] of bodies.entries()) {
        const made = await client.put({ order: what, transaction: String(index), body });
        expect(made.status, made.text).to.equal(201);
      }
      const again = (await detailOf(what)).next.find(({ operation }) => operation === "PAY");
      expect(again?.body["order"]).to.deep.equal({ amount: "8.00", currency: "USD" });
      expect(again).to.include({ isAllowed: true }).and.not.have.property("isExampleAmount");
    });

  it("says that the amount of another payment is an example where the order has had none", async () => {
    await client.put({ order: "none-yet", transaction: "1", body: withValues(verify(), DECLINED) });
    const { next } = await detailOf("none-yet");
    expect(
      next.filter(({ isExampleAmount }) => isExampleAmount).map(({ operation }) => operation),
    ).to.deep.equal(["PAY", "AUTHORIZE"]);
  });

  it("changes nothing by telling it", async () => {
    const before = (await client.getOrder("checked")).text;
    await detailOf("checked");
    expect((await client.getOrder("checked")).text).to.equal(before);
  });

  it("knows no order that is not there", async () => {
    const missing = await request(running.sandbox.url).get(`${ROOT}/TESTORDERS/orders/none`);
    expect([missing.status, (missing.body as { title: string }).title]).to.deep.equal([404, "No such order"]);
  });

  it("lists the merchants that have called or have orders", async () => {
    await clientOf(running.sandbox.url, "TESTLATER").getOrder("1");
    const seen = (): Promise<{ merchants: readonly { merchant: string; exchanges: number }[] }> => get("");
    const [later, orders] = (await seen()).merchants;
    expect([later?.merchant, later?.exchanges, orders?.merchant]).to.deep.equal([
      "TESTLATER",
      1,
      "TESTORDERS",
    ]);
    await request(running.sandbox.url)
      .post(`${ROOT}/TESTORDERS/reset`)
      .send({ only: ["journal"] });
    expect((await seen()).merchants).to.deep.include({
      ...{ merchant: "TESTORDERS", mode: "strict", exchanges: 0, gone: 0, evictedOrders: 0 },
      ...{ evictedSessions: 0, evictedTokens: 0, evictedRiskAssessments: 0, evictedEnrollmentChecks: 0 },
    });
  });

  it("lists the cards that scenario files answer", async () => {
    const { cards } = await get<{ cards: readonly object[] }>("/TESTORDERS/test-cards");
    expect(cards).to.containSubset([{ number: "4000000000005100", gatewayCode: "INSUFFICIENT_FUNDS" }]);
  });
});
