import { expect } from "chai";
import type { Page } from "playwright-core";
import { valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { clientOn } from "../flows/started.ts";
import { advance } from "../support/clock.ts";
import { ADDRESS, AT_MERCHANT, confirm, initiate } from "./browser-requests.ts";
import { begin, checkoutOf, indicatorOf, sessionIdOf } from "./checkout-client.ts";
import { payerOf } from "./payer.ts";
import { setStage } from "./stage.ts";

describe("the pages in a real browser", function () {
  this.timeout(60_000);
  const stage = setStage();
  afterEach(() => {
    stage.tab.expectQuiet();
  });

  /** Opens the page of a payment that has just been initiated. */
  const open = async (order: string, values: Parameters<typeof initiate>[0] = {}): Promise<Page> => {
    const body = initiate({
      "browserPayment.returnUrl": stage.shop.returnUrl,
      "shipping.address": ADDRESS,
      ...values,
    });
    const initiated = await clientOn(stage.running).put({ order, transaction: "1", body, version: 61 });
    await stage.page.goto(payerOf(initiated).page);
    return stage.page;
  };
  const orderOf = async (order: string): Promise<Json> =>
    (await clientOn(stage.running).getOrder(order)).body as Json;

  it("let a payment be made with another address, lead back to the shop, and the order is CAPTURED", async () => {
    const page = await open("paid");
    await page.getByLabel("Street", { exact: true }).fill("2 Queen St");
    await page.getByLabel("City").fill("Perth");
    await page.getByRole("button", { name: "Pay 100.00 USD" }).click();
    await page.waitForURL(stage.shop.returnUrl);
    expect(await page.getByRole("heading").textContent()).to.equal("Thank you");
    const order = await orderOf("paid");
    expect(valueAt(order, "status")).to.equal("CAPTURED");
    expect(valueAt(order, "shipping.address")).to.include({
      street: "2 Queen St",
      city: "Perth",
      country: "AUS",
    });
    expect(stage.shop.returns.at(-1)).to.equal("/back?order=17");
  });

  it("let a payment be cancelled, and the order is FAILED", async () => {
    const page = await open("cancelled");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForURL(stage.shop.returnUrl);
    expect(valueAt(await orderOf("cancelled"), "status")).to.equal("FAILED");
  });

  it("let a payment be agreed to, which the merchant then confirms", async () => {
    const page = await open("confirmed", AT_MERCHANT);
    await page.getByRole("button", { name: "Agree" }).click();
    await page.waitForURL(stage.shop.returnUrl);
    const confirmed = await clientOn(stage.running).put({
      order: "confirmed",
      transaction: "1",
      body: confirm(),
      version: 20,
    });
    expect(valueAt(confirmed.body as Json, "order.status")).to.equal("CAPTURED");
  });

  it("are styled, and show what is wrong with an address beside its field", async () => {
    const page = await open("asked-again");
    const colour = await page.evaluate('getComputedStyle(document.querySelector(".banner")).backgroundColor');
    expect(colour, "the policy let the style through").to.equal("rgb(255, 244, 214)");
    await page.getByLabel("Country").fill("aus");
    await page.getByRole("button", { name: "Pay" }).click();
    const country = page.getByLabel("Country");
    expect(await country.getAttribute("aria-invalid")).to.equal("true");
    await page.locator("#country:focus").waitFor();
    expect(await page.locator("#country-fault").textContent()).to.contain("three capital letters");
    await country.fill("AUS");
    await page.getByRole("button", { name: "Pay" }).click();
    await page.waitForURL(stage.shop.returnUrl);
    expect(valueAt(await orderOf("asked-again"), "status")).to.equal("CAPTURED");
  });

  it("let a checkout be declined with one card and paid with another", async () => {
    const body = checkoutOf("hosted", { "interaction.returnUrl": stage.shop.returnUrl });
    const begun = await begin(stage.url, body);
    const { page } = stage;
    await page.goto(`${stage.url}/checkout/pay/${sessionIdOf(begun)}`);
    const fill = async (number: string): Promise<void> => {
      await page.getByLabel("Card number").fill(number);
      await page.getByLabel("Expiry month").fill("01");
      await page.getByLabel("Expiry year").fill("39");
      await page.getByLabel("Security code").fill("100");
      await page.getByRole("button", { name: "Pay 100.00 USD" }).click();
    };
    await fill("4000 0000 0000 0507");
    expect(await page.getByRole("alert").textContent()).to.contain("You can try again");
    await fill("5123 4500 0000 0008");
    await page.waitForURL(/resultIndicator=/);
    expect(new URL(page.url()).searchParams.get("resultIndicator")).to.equal(indicatorOf(begun));
    expect(valueAt(await orderOf("hosted"), "status")).to.equal("CAPTURED");
  });

  it("mark all faults of a card, keep the rest, and lead back when the payer cancels", async () => {
    const body = checkoutOf("mended", {
      "interaction.returnUrl": stage.shop.returnUrl,
      "interaction.cancelUrl": stage.shop.returnUrl,
      "interaction.saveCardForCredentialOnFile": "PAYER_INITIATED_PAYMENTS",
    });
    const begun = await begin(stage.url, body);
    const { page } = stage;
    await page.goto(`${stage.url}/checkout/pay/${sessionIdOf(begun)}`);
    await page.getByLabel("Name on card").fill("Ida Example");
    await page.getByLabel("Card number").fill("5123 4500 0000 0008");
    await page.getByLabel("Security code").fill("100");
    await page.getByLabel("Save this card").check();
    await page.getByRole("button", { name: "Pay 100.00 USD" }).click();
    // Once the style is there, the first fault has the focus.
    await page.locator("#expiryMonth:focus").waitFor();
    expect(await page.locator('[aria-invalid="true"]').count()).to.equal(2);
    expect(await page.getByLabel("Name on card").inputValue()).to.equal("Ida Example");
    expect(await page.getByLabel("Save this card").isChecked()).to.equal(true);
    await page.getByLabel("Expiry month").fill("01");
    await page.getByLabel("Expiry year").fill("39");
    await page.getByRole("button", { name: "Pay 100.00 USD" }).click();
    await page.waitForURL(/resultIndicator=/);
    const other = await begin(stage.url, {
      ...body,
      order: { ...(body["order"] as object), id: "left" },
    });
    await page.goto(`${stage.url}/checkout/pay/${sessionIdOf(other)}`);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForURL(stage.shop.returnUrl);
  });

  it("lead to the merchant when they time out, without anybody's doing", async () => {
    const values = { "interaction.timeout": 2, "interaction.timeoutUrl": stage.shop.returnUrl };
    const begun = await begin(stage.url, checkoutOf("slow", values));
    const { page } = stage;
    await page.goto(`${stage.url}/checkout/pay/${sessionIdOf(begun)}`);
    await advance(stage.url, "TESTMERCHANT", "PT3S");
    await page.waitForURL(stage.shop.returnUrl);
  });
});
