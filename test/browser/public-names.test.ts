import { expect } from "chai";
import { valueAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { startWith } from "../flows/started.ts";
import type { Started } from "../flows/started.ts";
import { keptClientOf, sessionOf } from "../support/kept.ts";
import { capture, pay, withValue, withValues } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Client } from "../support/sandbox.ts";
import { initiate } from "./browser-requests.ts";

const SHOP = "TESTMERCHANT";

/** A body with public names in the place of the neutral ones. */
const PUBLIC = withValues(initiate(), {
  "sourceOfFunds.type": "PAYPAL",
  "browserPayment.providerA": undefined,
  "browserPayment.paypal": { paymentConfirmation: "CONFIRM_AT_PROVIDER", displayShippingAddress: false },
});

describe("public names of the live gateway", () => {
  let running: Started;
  let client: Client;
  before(async () => {
    running = await startWith({ merchants: { [SHOP]: { mode: "gateway" } } });
    client = clientOf(running.sandbox.url, SHOP);
  });
  after(() => running.stop());

  const seen = (body: unknown, ...paths: readonly string[]): readonly (Json | undefined)[] =>
    paths.map((path) => valueAt(body as JsonObject, path));

  it("come back as they came, from the payment, from its order, and after a restart", async () => {
    const made = await client.put({ order: "p", transaction: "1", body: PUBLIC, version: 61 });
    expect(made.status, made.text).to.equal(201);
    const read = async () => [
      made,
      await client.getTransaction("p", "1", 61),
      await client.put({ order: "p", transaction: "1", body: PUBLIC, version: 61 }),
    ];
    for (const { body } of await read())
      expect(
        seen(
          body,
          "sourceOfFunds.type",
          "transaction.acquirer.id",
          "browserPayment.paypal.displayShippingAddress",
        ),
      ).to.deep.equal(["PAYPAL", "PAYPAL", false]);
    running = await running.restart();
    client = clientOf(running.sandbox.url, SHOP);
    const order = await client.getOrder("p", 61);
    for (const { text } of [...(await read()), order]) expect(text).not.to.match(/PROVIDER_A"|providerA/);
    expect(seen(order.body, "sourceOfFunds.type")).to.deep.equal(["PAYPAL"]);
  });

  it("are neutral where the newest request is, and one of two public names is the one that came", async () => {
    const wallet = (provider: string) => withValue(pay(), "order.walletProvider", provider);
    for (const [order, provider] of [
      ["w1", "GOOGLE_PAY"],
      ["w2", "ANDROID_PAY"],
      ["w3", "WALLET_B"],
    ] as const) {
      const paid = await client.put({
        order,
        transaction: "1",
        body: { ...wallet(provider), apiOperation: "AUTHORIZE" },
      });
      expect(seen(paid.body, "order.walletProvider"), paid.text).to.deep.equal([provider]);
      const captured = await client.put({ order, transaction: "2", body: capture() });
      expect(seen(captured.body, "order.walletProvider")).to.deep.equal([provider]);
      expect(seen((await client.getOrder(order)).body, "walletProvider")).to.deep.equal([provider]);
    }
    const neutral = await client.put({ order: "n", transaction: "1", body: initiate(), version: 61 });
    expect(seen(neutral.body, "sourceOfFunds.type")).to.deep.equal(["PROVIDER_A"]);
  });

  it("come back from a session, and from the payment that uses it", async () => {
    const kept = keptClientOf(running.sandbox.url, SHOP);
    const { id } = sessionOf(await kept.createSession());
    const held = withValue(pay(), "order.walletProvider", "APPLE_PAY");
    const updated = await kept.updateSession(id, { ...held, apiOperation: undefined });
    expect(seen(updated.body, "order.walletProvider")).to.deep.equal(["APPLE_PAY"]);
    await kept.updateSession(id, { order: { reference: "R" } });
    expect(seen((await kept.getSession(id)).body, "order.walletProvider")).to.deep.equal(["APPLE_PAY"]);
    const body = { apiOperation: "PAY", session: { id } };
    const paid = await client.put({ order: "s", transaction: "1", body });
    expect([paid.status, ...seen(paid.body, "order.walletProvider")], paid.text).to.deep.equal([
      201,
      "APPLE_PAY",
    ]);
    await kept.updateSession(id, { order: { walletProvider: "WALLET_C" } });
    expect(seen((await kept.getSession(id)).body, "order.walletProvider")).to.deep.equal(["WALLET_C"]);
  });
});
