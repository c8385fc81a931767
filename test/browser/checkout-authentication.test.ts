import { expect } from "chai";
import request from "supertest";
import type { Page } from "playwright-core";
import { valueAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { initiate } from "../authentication/calls.ts";
import { clientOn } from "../flows/started.ts";
import { CARD } from "../support/requests.ts";
import { expectAccessible } from "./accessible.ts";
import { begin, checkoutOf, sessionIdOf } from "./checkout-client.ts";
import { expectNoCard, formFrame, merchantPage, payWith } from "./merchant-page.ts";
import { setStage } from "./stage.ts";

const FRICTIONLESS = "5555555555000018";
const REJECTED = "5506900140100503";
const UNKNOWN = "5105105105105100";
const MANDATORY = { "interaction.action.3DSecure": "MANDATORY" };

describe("authentications at a hosted checkout", function () {
  this.timeout(60_000);
  const stage = setStage({
    merchants: {
      TESTMERCHANT: {},
      BLOCKING: { unauthenticatedPayments: "block" },
      STRICT: { mode: "strict" },
    },
    environment: { SANDBOX_MODE: "observe" },
  });
  let orders = 0;
  afterEach(() => {
    stage.tab.expectQuiet();
  });

  const begun = async (
    values: Parameters<typeof checkoutOf>[1],
    merchant = "TESTMERCHANT",
  ): Promise<{ order: string; session: string }> => {
    const order = `secure-${(orders += 1)}`;
    const body = checkoutOf(order, { "interaction.returnUrl": stage.shop.returnUrl, ...values });
    return { order, session: sessionIdOf(await begin(stage.url, body, { merchant })) };
  };
  const opened = async (session: string): Promise<Page> => {
    await stage.page.goto(`${stage.url}/checkout/pay/${session}`);
    return stage.page;
  };
  const stored = async (order: string, merchant = "TESTMERCHANT"): Promise<Json> =>
    (await clientOn(stage.running, merchant).getOrder(order)).body as Json;
  const transactionsOf = (order: Json): readonly (readonly (Json | undefined)[])[] =>
    (valueAt(order, "transaction") as readonly Json[]).map((it) =>
      ["transaction.id", "transaction.type", "result", "gatewayEntryPoint"].map((path) => valueAt(it, path)),
    );

  it("ask the payer at the issuer's page, come back, and the order holds both transactions", async () => {
    const { order, session } = await begun(MANDATORY);
    const page = await opened(session);
    const calledBack = page.waitForResponse(/callbackInterface/);
    await payWith(page);
    await calledBack;
    await page.getByRole("heading", { name: "Confirm that it is you" }).waitFor();
    await page.locator("#acssubmit").click();
    await page.waitForURL(/resultIndicator=/);
    const paid = await stored(order);
    expect(transactionsOf(paid)).to.deep.equal([
      ["trans-1", "AUTHENTICATION", "SUCCESS", undefined],
      ["1", "PAYMENT", "SUCCESS", "CHECKOUT_VIA_WEBSITE"],
    ]);
    expect(valueAt(paid, "authenticationStatus")).to.equal("AUTHENTICATION_SUCCESSFUL");
  });

  it("work for a merchant in mode strict, although the sandbox itself has no certificate", async () => {
    const secure = { ...MANDATORY, "interaction.returnUrl": undefined };
    const { order, session } = await begun(secure, "STRICT");
    const page = await opened(session);
    await payWith(page);
    await page.locator("#acssubmit").click();
    await page.waitForURL(/receipt/);
    const paid = await stored(order, "STRICT");
    expect(valueAt(paid, "status")).to.equal("CAPTURED");
    expect(JSON.stringify(paid)).not.to.include("/checkout/return/");
  });

  it("happen in the frame of an embedded page, where a payer who fails can try another card", async () => {
    const { order, session } = await begun(MANDATORY);
    const run = `Checkout.configure({ session: { id: "${session}" } }); Checkout.showEmbeddedPage("#payment", onShown);`;
    const shown = merchantPage({ sandbox: stage.url, script: "latest", run });
    await stage.page.goto(stage.shop.show("/secure-basket", shown));
    const frame = formFrame(stage.page);
    await payWith(frame);
    await frame.locator("#selectAuthResult").selectOption("UNAUTHENTICATED");
    const hidden = await frame
      .locator("html")
      .evaluate(
        (page: Record<"clientHeight" | "scrollHeight", number>) => page.scrollHeight - page.clientHeight,
      );
    expect(hidden, "pixels of the issuer's page that are cut off").to.equal(0);
    await frame.locator("#acssubmit").click();
    await frame.getByRole("alert").filter({ hasText: "AUTHENTICATION_FAILED" }).waitFor();
    await expectAccessible(stage.page);
    expect(valueAt(await stored(order), "status")).to.equal("AUTHENTICATION_UNSUCCESSFUL");
    await payWith(frame, FRICTIONLESS);
    await stage.page.waitForURL(/resultIndicator=/);
    expect(valueAt(await stored(order), "status")).to.equal("CAPTURED");
    await expectNoCard(stage.page);
  });

  it("speak the language of the shop's payer on the issuer's page too", async () => {
    const { session } = await begun({ ...MANDATORY, "interaction.locale": "ar" });
    const page = await opened(session);
    await page.locator("#number").fill("5123450000000008");
    await page.locator("#expiryMonth").fill("01");
    await page.locator("#expiryYear").fill("39");
    await page.locator("#securityCode").fill("100");
    await page.locator("button.main").click();
    await page.getByRole("heading", { name: "أكّد هويتك" }).waitFor();
    expect(await page.locator("html").getAttribute("dir")).to.equal("rtl");
    await expectAccessible(page);
    await page.locator("#acssubmit").click();
    await page.waitForURL(/resultIndicator=/);
  });

  it("decline a card that the issuer rejects, and lead away after so many retries", async () => {
    const { session } = await begun({
      ...MANDATORY,
      "interaction.redirectMerchantUrl": stage.shop.returnUrl,
      "interaction.retryAttemptCount": 1,
    });
    const page = await opened(session);
    await payWith(page, REJECTED);
    await page.getByRole("alert").filter({ hasText: "AUTHENTICATION_FAILED" }).waitFor();
    await payWith(page, REJECTED);
    await page.waitForURL(stage.shop.returnUrl);
  });

  it("are made for a merchant that takes no other payments, but not of a card without", async () => {
    const { order, session } = await begun({}, "BLOCKING");
    const page = await opened(session);
    await payWith(page, UNKNOWN);
    await page.getByRole("alert").filter({ hasText: "BLOCKED" }).waitFor();
    await payWith(page, FRICTIONLESS);
    await page.waitForURL(/resultIndicator=/);
    expect(valueAt(await stored(order, "BLOCKING"), "status")).to.equal("CAPTURED");
  });

  it("have the trace number 0 in answers from version 57 on, which the merchant's own have not", async () => {
    const { order, session } = await begun(MANDATORY);
    const pay = { action: "pay", card: { ...CARD, number: FRICTIONLESS } };
    await request(stage.url)
      .post(`/_sandbox/v1/merchants/TESTMERCHANT/checkouts/${session}`)
      .send(pay)
      .expect(200);
    const client = clientOn(stage.running, "TESTMERCHANT");
    const stanOf = async (of: string, transaction: string, version: number): Promise<Json | undefined> =>
      valueAt((await client.getTransaction(of, transaction, version)).body as Json, "transaction.stan");
    expect(await stanOf(order, "trans-1", 100)).to.equal("0");
    expect(await stanOf(order, "trans-1", 57)).to.equal("0");
    expect(await stanOf(order, "trans-1", 56)).to.equal(undefined);
    expect(await stanOf(order, "1", 100)).to.match(/^\d{6}$/);
    const own = `${order}-own`;
    await client.put({ order: own, transaction: "1", body: initiate(FRICTIONLESS) });
    expect(await stanOf(own, "1", 100)).to.equal(undefined);
  });

  for (const [challenge, status] of [
    [undefined, "CAPTURED"],
    ["FAILED", "AUTHENTICATION_UNSUCCESSFUL"],
  ] as const) {
    it(`come to ${status} without a browser when the payer is told ${challenge ?? "nothing"}`, async () => {
      const { order, session } = await begun(MANDATORY);
      const control = `/_sandbox/v1/merchants/TESTMERCHANT`;
      const habits: JsonObject = challenge === undefined ? {} : { challenge };
      await request(stage.url).put(`${control}/payer`).send(habits).expect(200);
      const card = { number: "5123450000000008", expiry: { month: "01", year: "39" }, securityCode: "100" };
      const acted = await request(stage.url)
        .post(`${control}/checkouts/${session}`)
        .send({ action: "pay", card });
      expect(acted.status, acted.text).to.equal(200);
      expect(valueAt(await stored(order), "status")).to.equal(status);
    });
  }
});
