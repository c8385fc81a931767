import { expect } from "chai";
import request from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import { authenticate, initiate } from "../authentication/calls.ts";
import { filledSession, keptClientOf, payBySession, sessionOf, tokenOf } from "../support/kept.ts";
import type { KeptClient } from "../support/kept.ts";
import { CARD, FUNDS, pay, withValue, withValues } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Client } from "../support/sandbox.ts";
import { startWith } from "./started.ts";
import type { Started } from "./started.ts";

const MERCHANT = "TESTKEPT";
const NUMBERS = [
  "5123450000000008",
  "4005550000000001",
  "4508750015741019",
  "2223000000000007",
  "345678901234564",
];

const cardOf = (number = ""): JsonObject => ({
  sourceOfFunds: { type: "CARD", provided: { card: { number, expiry: CARD.expiry } } },
});

const CHECKOUT: JsonObject = {
  apiOperation: "INITIATE_CHECKOUT",
  interaction: {
    operation: "PURCHASE",
    merchant: { name: "Shop" },
    returnUrl: "https://shop.example/done",
  },
  order: { id: "at-checkout", amount: "100.00", currency: "USD", description: "Shoes" },
};

describe("the limits of sessions and tokens", () => {
  let running: Started;
  let kept: KeptClient;
  let client: Client;
  const start = async (environment: Readonly<Record<string, string>>, own?: object): Promise<void> => {
    running = await startWith({
      environment: { SANDBOX_LOG_LEVEL: "info", ...environment },
      ...(own && { merchants: { [MERCHANT]: own } }),
    });
    kept = keptClientOf(running.sandbox.url, MERCHANT);
    client = clientOf(running.sandbox.url, MERCHANT);
  };
  afterEach(() => running.stop());

  const begin = async (count: number): Promise<readonly string[]> => {
    const ids: string[] = [];
    for (let number = 0; number < count; number += 1) ids.push(sessionOf(await kept.createSession()).id);
    return ids;
  };
  const beginCheckout = async (order: string): Promise<string> => {
    const path = `/api/rest/version/100/merchant/${MERCHANT}/session`;
    const asked = request(running.sandbox.url).post(path).auth(`merchant.${MERCHANT}`, "sandbox");
    return sessionOf(await asked.send(withValue(CHECKOUT, "order.id", order)).expect(201)).id;
  };
  const statusesOf = (ids: readonly string[]): Promise<readonly number[]> =>
    Promise.all(ids.map(async (id) => (await kept.getSession(id)).status));

  it("evict the oldest sessions, which everybody can see", async () => {
    await start({ SANDBOX_SESSIONS_KEPT: "9" }, { sessionsKept: 3 });
    const ids = await begin(8);
    expect(await statusesOf(ids)).to.deep.equal([400, 400, 400, 400, 400, 200, 200, 200]);
    const note =
      "The session may have been evicted: 5 of the merchant's oldest sessions were (SANDBOX_SESSIONS_KEPT).";
    for (const asked of [
      await kept.getSession(ids[0] ?? ""),
      await kept.updateSession(ids[1] ?? "", { sourceOfFunds: FUNDS }),
      await client.put({ order: "1", transaction: "1", body: payBySession(ids[2] ?? "") }),
    ])
      expect((await client.why(asked)).notes).to.include(note);
    const seen = await request(running.sandbox.url).get("/_sandbox/v1/merchants");
    expect(seen.body).to.have.nested.property("merchants[0].evictedSessions", 5);
    expect((await request(running.sandbox.url).get("/metrics")).text).to.include(
      "\nsandbox_sessions_evicted_total 5\n",
    );
    expect(running.logged()).to.include(`"event":"sessions-evicted","merchant":"${MERCHANT}","sessions":1`);
  });

  it("spare the sessions that wait for their payer, at a checkout or at the issuer, until they are paid", async () => {
    await start({ SANDBOX_SESSIONS_KEPT: "4" });
    const checkout = await beginCheckout("at-checkout");
    const session = await filledSession(kept);
    const at = { order: "authenticated", transaction: "auth" };
    const [initiated, asked] = [initiate(CARD.number), authenticate(CARD.number)].map((body) =>
      withValues(body, { sourceOfFunds: undefined, session: { id: session } }),
    );
    expect((await client.put({ ...at, body: initiated ?? {} })).status).to.equal(201);
    expect((await client.put({ ...at, body: asked ?? {} })).status).to.equal(201);
    await begin(9);
    expect(await statusesOf([checkout, session])).to.deep.equal([200, 200]);
    const page = await request(running.sandbox.url).get(`/checkout/pay/${checkout}?checkoutVersion=1.0.0`);
    expect(page.text).to.include("Shoes");
    const paid = await client.put({ order: "2", transaction: "1", body: payBySession(session) });
    expect(paid.status).to.equal(201);
    await begin(2);
    expect(await statusesOf([checkout, session])).to.deep.equal([200, 400]);
  });

  it("let the oldest go in the end when all wait for their payer, and never the newest", async () => {
    await start({ SANDBOX_SESSIONS_KEPT: "2" });
    const ids: string[] = [];
    for (const order of ["a", "b", "c", "d"]) ids.push(await beginCheckout(order));
    expect(await statusesOf(ids)).to.deep.equal([400, 400, 200, 200]);
    const page = await request(running.sandbox.url).get(
      `/checkout/pay/${ids[0] ?? ""}?checkoutVersion=1.0.0`,
    );
    expect(page.status).to.equal(404);
    const [newest] = await begin(1);
    expect(await statusesOf([newest ?? ""])).to.deep.equal([200]);
  });

  it("evict the oldest tokens that nobody has paid with, and free their cards", async () => {
    await start({ SANDBOX_TOKENS_KEPT: "3" });
    const tokens: string[] = [];
    const make = async (number: string | undefined): Promise<void> =>
      void tokens.push(tokenOf(await kept.createToken(cardOf(number))));
    await make(NUMBERS[0]);
    const body = withValue(pay(), "sourceOfFunds", { token: tokens[0] ?? "" });
    expect((await client.put({ order: "1", transaction: "1", body })).status).to.equal(201);
    for (const number of NUMBERS.slice(1)) await make(number);
    const asked = await Promise.all(tokens.map((token) => kept.getToken(token)));
    expect(asked.map(({ status }) => status)).to.deep.equal([200, 400, 400, 200, 200]);
    const [, gone] = asked;
    expect(gone && (await client.why(gone)).notes).to.deep.equal([
      "The token may have been evicted: 2 of the merchant's oldest tokens were (SANDBOX_TOKENS_KEPT).",
    ]);
    const again = await kept.createToken(cardOf(NUMBERS[1]));
    expect([again.status, tokenOf(again) === tokens[1]]).to.deep.equal([201, false]);
    const seen = await request(running.sandbox.url).get("/_sandbox/v1/merchants");
    expect(seen.body).to.have.nested.property("merchants[0].evictedTokens", 3);
  });
});
