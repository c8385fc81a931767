import { expect } from "chai";
import request from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import { authenticate } from "../authentication/calls.ts";
import { itWithPostgres, openPostgres } from "../support/postgres.ts";
import { capture, CARD, pay, referral, refund, update, voidOf, withValue } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { startWith } from "./started.ts";
import type { Started } from "./started.ts";

interface Seen {
  readonly merchant: string;
  readonly exchanges: number;
  readonly evictedOrders: number;
}

async function pays(running: Started, merchant: string, orders: readonly string[]): Promise<void> {
  const client = clientOf(running.sandbox.url, merchant);
  for (const order of orders)
    expect((await client.put({ order, transaction: "1", body: pay() })).status).to.equal(201);
}

async function seen(running: Started): Promise<Readonly<Record<string, Omit<Seen, "merchant">>>> {
  const answer = await request(running.sandbox.url).get("/_sandbox/v1/merchants");
  const { merchants } = answer.body as { readonly merchants: readonly Seen[] };
  return Object.fromEntries(
    merchants.map(({ merchant, exchanges, evictedOrders }) => [merchant, { exchanges, evictedOrders }]),
  );
}

const ORDERS = Array.from({ length: 8 }, (_, index) => `order-${index}`);

describe("the limits of what is kept of a merchant", () => {
  let running: Started;
  afterEach(() => running.stop());

  it("evict its oldest orders, which everybody can see, and no others", async () => {
    running = await startWith({
      merchants: { LOADED: { ordersKept: 3 }, OTHER: {} },
      environment: { SANDBOX_ORDERS_KEPT: "5", SANDBOX_LOG_LEVEL: "info" },
    });
    await Promise.all(["LOADED", "OTHER"].map((merchant) => pays(running, merchant, ORDERS)));
    const client = clientOf(running.sandbox.url, "LOADED");
    const asked = await Promise.all(ORDERS.map((order) => client.getOrder(order)));
    expect(asked.map(({ status }) => status)).to.deep.equal([400, 400, 400, 400, 400, 200, 200, 200]);
    const [gone, , , , , kept] = await Promise.all(asked.map((answer) => client.why(answer)));
    expect(gone?.notes).to.deep.equal([
      "The order may have been evicted: 5 of the merchant's oldest orders were (SANDBOX_ORDERS_KEPT, SANDBOX_DAYS_KEPT).",
    ]);
    expect(kept?.notes).to.deep.equal([]);
    expect(await seen(running)).to.deep.include({ LOADED: { exchanges: 16, evictedOrders: 5 } });
    expect(await seen(running)).to.have.nested.property("OTHER.evictedOrders", 3);
    const metrics = await request(running.sandbox.url).get("/metrics");
    expect(metrics.text).to.include("\nsandbox_orders_evicted_total 8\n");
    expect(running.logged()).to.include(
      '{"level":"info","event":"orders-evicted","merchant":"LOADED","orders":1}',
    );
  });

  const GONE: Readonly<Record<string, JsonObject>> = {
    "a capture": capture(),
    "a refund": refund(),
    "a void": voidOf("1"),
    "an update of the authorization": update("120.00"),
    "a referral": referral(),
    "a confirmation of a browser payment": {
      apiOperation: "CONFIRM_BROWSER_PAYMENT",
      order: { amount: "100.00", currency: "USD" },
    },
    "an authentication": authenticate(CARD.number),
  };

  it("are named by every request about an order that is gone, and by no other", async () => {
    running = await startWith({ environment: { SANDBOX_ORDERS_KEPT: "1" } });
    await pays(running, "TESTSHOP", ["gone", "kept"]);
    const client = clientOf(running.sandbox.url, "TESTSHOP");
    const notesOn = async (order: string, body: JsonObject): Promise<readonly string[]> => {
      const answer = await client.put({ order, transaction: "2", body });
      expect(answer.status, JSON.stringify(body)).to.equal(400);
      return (await client.why(answer)).notes;
    };
    const note =
      "The order may have been evicted: 1 of the merchant's oldest orders were (SANDBOX_ORDERS_KEPT, SANDBOX_DAYS_KEPT).";
    for (const [what, body] of Object.entries(GONE))
      expect(await notesOn("gone", body), what).to.include(note);
    const transaction = await client.getTransaction("gone", "1");
    expect((await client.why(transaction)).notes).to.deep.equal([note]);
    expect(await notesOn("kept", refund("999.00"))).to.not.include(note);
    expect(await notesOn("gone", withValue(pay(), "order.currency", "XYZ"))).to.not.include(note);
  });

  it("hold after a restart, and count on", async () => {
    const environment = { SANDBOX_ORDERS_KEPT: "2" };
    running = await startWith({ environment });
    await pays(running, "TESTSHOP", ORDERS.slice(0, 4));
    running = await running.restart();
    await pays(running, "TESTSHOP", ORDERS.slice(4));
    const client = clientOf(running.sandbox.url, "TESTSHOP");
    const statuses = await Promise.all(ORDERS.map(async (order) => (await client.getOrder(order)).status));
    expect(statuses).to.deep.equal([400, 400, 400, 400, 400, 400, 200, 200]);
    expect(await seen(running)).to.have.nested.property("TESTSHOP.evictedOrders", 6);
  });

  it("forget the notifications of evicted orders with them", async () => {
    running = await startWith({
      environment: {
        ...{ SANDBOX_ORDERS_KEPT: "2", SANDBOX_NOTIFICATIONS: "on" },
        ...{ SANDBOX_NOTIFICATION_URL: "http://127.0.0.1:9/", SANDBOX_NOTIFICATION_RETRIES: "none" },
      },
    });
    await pays(running, "TESTSHOP", ORDERS);
    const answer = await request(running.sandbox.url).get("/_sandbox/v1/merchants/TESTSHOP/notifications");
    const { notifications } = answer.body as {
      readonly notifications: readonly { readonly orderId: string }[];
    };
    expect(notifications.map(({ orderId }) => orderId)).to.deep.equal(["order-7", "order-6"]);
  });

  it("let a payment of an evicted order be a new one, and a reset begin anew", async () => {
    running = await startWith({ environment: { SANDBOX_ORDERS_KEPT: "1" } });
    await pays(running, "TESTSHOP", ["a", "b", "a"]);
    await request(running.sandbox.url).post("/_sandbox/v1/merchants/TESTSHOP/reset").expect(200);
    const client = clientOf(running.sandbox.url, "TESTSHOP");
    const asked = await client.getOrder("b");
    expect((await client.why(asked)).notes).to.deep.equal([]);
  });

  itWithPostgres("hold for the exchanges that a database has for processes that start", async () => {
    const postgres = await openPostgres();
    running = await startWith({
      merchants: { LOADED: { exchangesKept: 2 }, QUIET: { exchangesKept: 6 }, USUAL: {} },
      environment: { SANDBOX_JOURNAL_SIZE: "4", SANDBOX_STORE: await postgres.newData() },
    });
    for (const merchant of ["LOADED", "QUIET", "USUAL"]) await pays(running, merchant, ORDERS);
    // Each start deletes what is too much; the next one shows what is left.
    for (let starts = 0; starts < 2; starts += 1) running = await running.restart();
    const exchanges = Object.entries(await seen(running)).map(([id, it]) => [id, it.exchanges]);
    expect(Object.fromEntries(exchanges)).to.deep.equal({ LOADED: 2, QUIET: 6, USUAL: 4 });
    await postgres.stop();
  });

  it("give each merchant its own number of exchanges, so that a load test pushes out its own only", async () => {
    running = await startWith({
      merchants: { LOADED: { exchangesKept: 4 }, QUIET: {} },
      environment: { SANDBOX_JOURNAL_SIZE: "6" },
    });
    await pays(running, "QUIET", ORDERS.slice(0, 5));
    await pays(running, "LOADED", ORDERS);
    expect(await seen(running)).to.deep.equal({
      LOADED: { exchanges: 4, evictedOrders: 0 },
      QUIET: { exchanges: 5, evictedOrders: 0 },
    });
  });
});
