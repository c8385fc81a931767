import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { textAt, valueAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { authenticate, initiate } from "../authentication/calls.ts";
import { clientOn, suiteSandbox } from "../flows/started.ts";
import { initiate as initiateBrowser } from "./browser-requests.ts";
import { begin, checkoutOf, indicatorOf, sessionIdOf } from "./checkout-client.ts";

const RETURN_URL = "https://shop.example/return?basket=7";
const DECLINED_CARD = { number: "4000000000000507", expiry: { month: "01", year: "39" } };
const CHALLENGED_CARD = "5123450000000008";

const at = (body: unknown, path: string): Json | undefined => valueAt(body as Json, path);

describe("payers without a browser", () => {
  const running = suiteSandbox({ merchants: { SHOP: {}, OTHER: {} } });
  const client = clientOn(running, "SHOP");
  let orders = 0;

  const control = (path: string) => `/_sandbox/v1/merchants/SHOP/${path}`;
  const post = (path: string, body: object) => request(running.sandbox.url).post(control(path)).send(body);
  const setPayer = (habits: object) => request(running.sandbox.url).put(control("payer")).send(habits);
  const checkout = async (
    values: JsonObject = {},
  ): Promise<{ order: string; begun: Response; session: string }> => {
    const order = `payers-${(orders += 1)}`;
    const wish = checkoutOf(order, { "interaction.returnUrl": RETURN_URL, ...values });
    const begun = await begin(running.sandbox.url, wish, { merchant: "SHOP" });
    return { order, begun, session: sessionIdOf(begun) };
  };
  const statusOf = async (order: string): Promise<string | undefined> =>
    textAt((await client.getOrder(order)).body as Json, "status");

  describe("at a checkout", () => {
    it("pay with the test card that the active scenarios approve, and go back to the merchant", async () => {
      const { order, begun, session } = await checkout();
      const acted = await post(`checkouts/${session}`, { action: "pay" });
      expect(acted.status, JSON.stringify(acted.body)).to.equal(200);
      expect(acted.body).to.deep.include({ order: { id: order }, state: "paid", gatewayCode: "APPROVED" });
      expect(at(acted.body, "goesTo")).to.contain(`${RETURN_URL}&resultIndicator=${indicatorOf(begun)}`);
      expect(await statusOf(order)).to.equal("CAPTURED");
      expect((await client.why(acted)).committed).to.equal(true);
    });

    it("are declined by the expiry date that the active scenarios decline, and may try again", async () => {
      const { order, session } = await checkout();
      const acted = await post(`checkouts/${session}`, { action: "decline" });
      expect(acted.body).to.deep.include({ state: "open" }).and.not.to.have.property("goesTo");
      expect(at(acted.body, "gatewayCode")).to.match(/^DECLINED|^EXPIRED/);
      expect(await statusOf(order)).to.equal("FAILED");
      expect((await post(`checkouts/${session}`, { action: "pay" })).body).to.deep.include({ state: "paid" });
    });

    it("pay with the card that is given", async () => {
      const { session } = await checkout();
      const acted = await post(`checkouts/${session}`, { action: "pay", card: DECLINED_CARD });
      expect(at(acted.body, "gatewayCode")).to.equal("DECLINED");
    });

    it("still have to pay where only an authentication was made on the order", async () => {
      const order = `payers-${(orders += 1)}`;
      await client.put({ order, transaction: "auth", body: initiate(CHALLENGED_CARD) });
      const begun = await begin(running.sandbox.url, checkoutOf(order), { merchant: "SHOP" });
      const acted = await post(`checkouts/${sessionIdOf(begun)}`, { action: "pay" });
      expect(acted.body).to.deep.include({ state: "paid", gatewayCode: "APPROVED" });
      expect(await statusOf(order)).to.equal("CAPTURED");
    });

    it("cancel, and go where the merchant says", async () => {
      const { order, session } = await checkout({ "interaction.cancelUrl": "https://shop.example/basket" });
      const acted = await post(`checkouts/${session}`, { action: "cancel" });
      expect(acted.body).to.deep.equal({
        ...{ order: { id: order }, state: "open", goesTo: "https://shop.example/basket" },
      });
      await post(`checkouts/${session}`, { action: "pay" });
      const late = await post(`checkouts/${session}`, { action: "cancel" });
      expect([late.status, at(late.body, "detail")]).to.deep.equal([409, "The checkout is paid."]);
    });

    it("are told what is wrong: of the action, the card, the session and its merchant", async () => {
      const { session } = await checkout();
      const unknown = await post(`checkouts/${session}`, { action: "pray" });
      expect(unknown.status).to.equal(400);
      expect(JSON.stringify(unknown.body)).to.contain("Did you mean 'pay'?");
      expect(at((await post(`checkouts/${session}`, {})).body, "detail")).to.contain("pay, decline, cancel");
      const wrongCard = await post(`checkouts/${session}`, { action: "pay", card: { number: "4x" } });
      expect(wrongCard.status).to.equal(409);
      expect(at(wrongCard.body, "detail")).to.contain("number");
      expect((await post("checkouts/SESSION0001", { action: "pay" })).status).to.equal(409);
      const foreign = request(running.sandbox.url).post(`/_sandbox/v1/merchants/OTHER/checkouts/${session}`);
      expect((await foreign.send({ action: "pay" })).status).to.equal(409);
    });
  });

  const browserPayment = async (): Promise<string> => {
    const order = `payers-${(orders += 1)}`;
    const begun = await client.put({ order, transaction: "1", body: initiateBrowser(), version: 61 });
    expect(begun.status, JSON.stringify(begun.body)).to.equal(201);
    return order;
  };

  for (const [action, status] of [
    ["pay", "CAPTURED"],
    ["decline", "FAILED"],
    ["cancel", "FAILED"],
  ] as const) {
    it(`${action} at a browser payment, once`, async () => {
      const order = await browserPayment();
      const path = `orders/${order}/transactions/1/browser-payment`;
      const acted = await post(path, { action });
      expect(acted.status, JSON.stringify(acted.body)).to.equal(200);
      expect(at(acted.body, "goesTo")).to.match(/^https:/);
      expect(await statusOf(order)).to.equal(status);
      expect((await post(path, { action })).status).to.equal(409);
    });
  }

  describe("that act by themselves", () => {
    afterEach(() => setPayer({}));

    it("have paid a checkout before the merchant has the answer to its beginning", async () => {
      const habits = await setPayer({ checkout: "pay" });
      expect([habits.status, habits.body]).to.deep.equal([200, { checkout: "pay" }]);
      expect(await statusOf((await checkout()).order)).to.equal("CAPTURED");
    });

    it("leave the pages alone that they have no habit for", async () => {
      await setPayer({ browserPayment: "pay" });
      const { order } = await checkout();
      expect((await client.getOrder(order)).status).to.equal(400);
    });

    it("finish browser payments", async () => {
      await setPayer({ browserPayment: "decline" });
      expect(await statusOf(await browserPayment())).to.equal("FAILED");
    });

    it("answer challenges", async () => {
      await setPayer({ challenge: "FAILED" });
      const order = `payers-${(orders += 1)}`;
      await client.put({ order, transaction: "1", body: initiate(CHALLENGED_CARD) });
      const asked = await client.put({ order, transaction: "1", body: authenticate(CHALLENGED_CARD) });
      expect(at(asked.body, "authentication.payerInteraction")).to.equal("REQUIRED");
      expect(await statusOf(order)).to.equal("AUTHENTICATION_UNSUCCESSFUL");
    });

    it("wait for a person again after a reset of what is armed", async () => {
      await setPayer({ checkout: "pay" });
      await post("reset", { only: ["armed"] });
      expect((await request(running.sandbox.url).get(control("payer"))).body).to.deep.equal({});
    });

    it("refuse a page that there is not", async () => {
      const refused = await setPayer({ checkouts: "pay" });
      expect(refused.status).to.equal(400);
      expect(JSON.stringify(refused.body)).to.contain("Did you mean 'checkout'?");
    });
  });
});
