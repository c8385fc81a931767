import { expect } from "chai";
import type { Page } from "playwright-core";
import type { JsonObject } from "../../server/domain/json.ts";
import { expectAccessible } from "./accessible.ts";
import { begin, CARD_FORM, checkoutOf, sessionIdOf } from "./checkout-client.ts";
import { setStage } from "./stage.ts";

describe("the card form of the payment page in a browser", function () {
  this.timeout(60_000);
  const stage = setStage({ merchants: { TESTMERCHANT: {}, TESTEXPIRED: { expiredCards: "ignore" } } });
  afterEach(() => {
    stage.tab.expectQuiet();
  });
  let orders = 0;

  const open = async (locale: string, merchant = "TESTMERCHANT", values: JsonObject = {}): Promise<Page> => {
    const body = checkoutOf(`entry-${(orders += 1)}`, { "interaction.locale": locale, ...values });
    await stage.page.goto(
      `${stage.url}/checkout/pay/${sessionIdOf(await begin(stage.url, body, { merchant }))}`,
    );
    return stage.page;
  };

  it("takes a month of one digit, also of a payer who presses Enter in it", async () => {
    const page = await open("en_US");
    for (const [name, value] of Object.entries(CARD_FORM)) await page.fill(`#${name}`, value);
    await page.fill("#expiryMonth", "1");
    await page.press("#expiryMonth", "Enter");
    await page.waitForURL(/\/checkout\/receipt\//);
  });

  it("says of a month that has passed, by the merchant's clock, that it has, and takes it all the same", async () => {
    const page = await open("en_US");
    const fault = page.locator("#expiryYear-fault");
    const values = { number: "5123450000000008", expiryMonth: "01", expiryYear: "20", securityCode: "100" };
    for (const [name, value] of Object.entries(values)) await page.fill(`#${name}`, value);
    await fault.getByText("This month has passed.", { exact: true }).waitFor();
    // The clock stands in January 2030, whose cards are good until its end.
    await page.fill("#expiryYear", "30");
    await page.locator("#securityCode").focus();
    await page.locator("#expiryYear-fault:empty").waitFor({ state: "attached" });
    await page.fill("#expiryYear", "29");
    await page.locator("#expiryMonth").focus();
    await page.fill("#expiryMonth", "12");
    await page.locator("#securityCode").focus();
    await fault.getByText("This month has passed.", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Pay", exact: false }).first().click();
    await page.getByRole("alert").getByText("EXPIRED_CARD").waitFor();
  });

  it("takes a year with all its digits, and asks for a number anew that is taken away", async () => {
    const page = await open("en_US");
    await page.locator("#expiryYear").pressSequentially("2039");
    await page.fill("#number", "5123450000000009");
    await page.locator("#expiryMonth").focus();
    expect(await page.inputValue("#expiryYear")).to.equal("39");
    await page.locator("#number-fault:not(:empty)").waitFor();
    await page.fill("#number", "");
    await page.locator("#expiryMonth").focus();
    expect(await page.locator("#number-fault").textContent()).to.equal(
      "Enter the card number, 9 to 19 digits.",
    );
  });

  it("stands in the middle where nothing of the order stands beside it", async () => {
    const page = await open("en_US", "TESTMERCHANT", { "interaction.displayControl.orderSummary": "HIDE" });
    const box = await page.locator(".sheet").boundingBox();
    const { width = 0 } = page.viewportSize() ?? {};
    expect(Math.abs((box?.x ?? 0) * 2 + (box?.width ?? 0) - width)).to.be.below(2);
  });

  it("says nothing of months where the merchant takes cards of all of them", async () => {
    const page = await open("en_US", "TESTEXPIRED");
    await page.fill("#expiryMonth", "01");
    await page.fill("#expiryYear", "20");
    await page.locator("#securityCode").focus();
    expect(await page.locator("#expiryYear-fault").textContent()).to.equal("");
  });

  it("is accessible with its test cards unfolded, which are called what they show", async () => {
    const page = await open("en_US");
    await page.locator(".test-cards summary").click();
    await page.getByRole("button", { name: "4000 0000 0000 0101 · 01/39 REFERRED", exact: true }).waitFor();
    await expectAccessible(page);
  });

  for (const [locale, width, fields] of [
    ["es_ES", 1280, "#expiryMonth, #expiryYear, #securityCode"],
    ["fr_FR", 360, "#expiryMonth, #expiryYear"],
  ] as const) {
    it(`stands in line where a label of ${locale} needs two lines (${width} pixels)`, async () => {
      await stage.page.setViewportSize({ width, height: 800 });
      const page = await open(locale);
      const boxes = await Promise.all((await page.locator(fields).all()).map((field) => field.boundingBox()));
      const tops = boxes.map((box) => box?.y);
      expect(new Set(tops).size, String(tops)).to.equal(1);
    });
  }
});
