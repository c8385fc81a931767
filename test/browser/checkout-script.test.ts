import { expect } from "chai";
import { textAt, valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { clientOn } from "../flows/started.ts";
import { advance } from "../support/clock.ts";
import { begin, checkoutOf, DECLINED_FORM, indicatorOf, sessionIdOf } from "./checkout-client.ts";
import { configured, visitorOf } from "./checkout-visit.ts";
import { calledBack, callsOf, expectNoCard, formFrame, merchantPage, payWith } from "./merchant-page.ts";
import { setStage } from "./stage.ts";

describe("the checkout script in a shop's page", function () {
  this.timeout(60_000);
  const stage = setStage();
  const visit = visitorOf(stage);
  const statusOf = async (order: string): Promise<unknown> =>
    textAt((await clientOn(stage.running).getOrder(order)).body as Json, "status");
  const embedded = (session: string): string =>
    `${configured(session)} Checkout.showEmbeddedPage("#payment", onShown);`;

  it("shows the form inside the page, says that it is there, and gives one object when it is paid", async () => {
    const { order, indicator } = await visit({ script: "latest", run: embedded });
    await calledBack(stage.page, "shown");
    await payWith(formFrame(stage.page));
    const [result, ...more] = await calledBack(stage.page, "complete");
    expect(result).to.have.property("resultIndicator", indicator);
    expect(result)
      .to.have.property("sessionVersion")
      .that.matches(/^[0-9a-f]{10}$/);
    expect(more).to.deep.equal([]);
    expect(await statusOf(order)).to.equal("CAPTURED");
    await expectNoCard(stage.page);
    stage.tab.expectQuiet();
  });

  it("leads the whole page to the merchant's return URL when the form inside it is paid", async () => {
    const values = { "interaction.returnUrl": stage.shop.returnUrl };
    const { indicator } = await visit({ script: 100, run: embedded }, values);
    await payWith(formFrame(stage.page));
    await stage.page.waitForURL(/resultIndicator=/);
    const { searchParams } = new URL(stage.page.url());
    expect([searchParams.get("order"), searchParams.get("resultIndicator")]).to.deep.equal(["17", indicator]);
    stage.tab.expectQuiet();
  });

  it("of version 61 opens one lightbox for a double click, and another one when that is closed", async () => {
    const content = '<button id="go">Pay</button>';
    const run = (session: string): string =>
      `${configured(session)} document.getElementById("go").onclick = () => Checkout.showLightbox();`;
    await visit({ script: 61, content, run });
    const { page } = stage;
    for (let time = 0; time < 2; time += 1) {
      await page.locator("#go").dblclick();
      await formFrame(page).getByLabel("Card number").waitFor();
      expect(await page.locator("dialog").count()).to.equal(1);
      await page.getByRole("button", { name: "Close" }).click();
    }
    stage.tab.expectQuiet();
  });

  it("of version 61 opens a lightbox, takes amounts from functions, and gives two values", async () => {
    const run = (session: string): string => `Checkout.configure({
        merchant: "TESTMERCHANT",
        order: { amount: () => "12.50", description: () => "Tea for " + document.title },
        session: { id: "${session}" },
      });
      Checkout.showLightbox();`;
    const { order, indicator } = await visit({ script: 61, run }, { "order.amount": undefined });
    expect(await stage.page.evaluate("typeof Checkout.showEmbeddedPage")).to.equal("undefined");
    await payWith(formFrame(stage.page));
    const values = await calledBack(stage.page, "complete");
    expect(values).to.have.length(2);
    expect(values[0]).to.equal(indicator);
    expect(await stage.page.locator("dialog").count()).to.equal(0);
    const stored = (await clientOn(stage.running).getOrder(order)).body as Json;
    // What was said when the checkout began stays.
    expect(["amount", "description", "status"].map((name) => valueAt(stored, name))).to.deep.equal([
      12.5,
      "Tea",
      "CAPTURED",
    ]);
    await expectNoCard(stage.page);
    stage.tab.expectQuiet();
  });

  it("of version 61 tells that the payer closed the lightbox", async () => {
    const run = (session: string): string => `${configured(session)} Checkout.showLightbox();`;
    await visit({ script: 61, run });
    await formFrame(stage.page).getByLabel("Card number").waitFor();
    await stage.page.getByRole("button", { name: "Close" }).click();
    expect(await calledBack(stage.page, "cancel")).to.deep.equal([]);
    stage.tab.expectQuiet();
  });

  it("keeps the configuration when its element is created at run time, twice", async () => {
    const begun = await begin(stage.url, checkoutOf("script-twice"));
    const session = sessionIdOf(begun);
    const page = merchantPage({
      ...{ sandbox: stage.url, script: 100, created: 2 },
      run: 'Checkout.showEmbeddedPage("#payment");',
      content: `<script nonce="shop">window.configureOnce = () => { ${configured(session)} };</script>`,
    });
    await stage.page.goto(stage.shop.show("/twice", page));
    await payWith(formFrame(stage.page));
    const [result] = await calledBack(stage.page, "complete");
    expect(result).to.have.property("resultIndicator", indicatorOf(begun));
    stage.tab.expectQuiet();
  });

  it("leaves a page of its own for whoever opens the frame's address by itself", async () => {
    const { returnUrl } = stage.shop;
    const addresses = { "interaction.returnUrl": returnUrl, "interaction.cancelUrl": returnUrl };
    const { order, session } = await visit({ script: "latest", run: embedded }, addresses);
    await calledBack(stage.page, "shown");
    const { page } = stage;
    await page.goto(`${stage.url}/checkout/pay/${session}`);
    await page.getByRole("heading", { name: "Your order" }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).waitFor();
    await payWith(page, DECLINED_FORM.number);
    await page.getByRole("alert").waitFor();
    await payWith(page);
    await page.waitForURL(/resultIndicator=/);
    expect(page.url()).to.contain(returnUrl);
    expect(await statusOf(order)).to.equal("CAPTURED");
    stage.tab.expectQuiet();
  });

  it("works without any attribute: the form in the page says what became of it", async () => {
    const { order } = await visit({ script: "latest", attributes: "", run: embedded });
    await payWith(formFrame(stage.page));
    await formFrame(stage.page).getByText("The payment was made.").waitFor();
    expect(await statusOf(order)).to.equal("CAPTURED");
    stage.tab.expectQuiet();
  });

  it("lets the payer try again as often as the merchant says, and then leads to the merchant", async () => {
    const values = {
      "interaction.redirectMerchantUrl": stage.shop.returnUrl,
      "interaction.retryAttemptCount": 1,
    };
    const { order } = await visit({ script: "latest", run: embedded }, values);
    const form = formFrame(stage.page);
    await payWith(form, DECLINED_FORM.number);
    await form.getByText("You can try again").waitFor();
    await payWith(form, DECLINED_FORM.number);
    await stage.page.waitForURL(stage.shop.returnUrl);
    expect(await statusOf(order)).to.equal("FAILED");
    stage.tab.expectQuiet();
  });

  it("tells that the payer's time is over", async () => {
    const merchant = "TESTSCRIPTTIME";
    const { session } = await visit(
      { script: "latest", run: embedded },
      { "interaction.timeout": 3 },
      merchant,
    );
    await formFrame(stage.page).getByLabel("Card number").waitFor();
    await advance(stage.url, merchant, "PT4S");
    expect(await calledBack(stage.page, "timeout")).to.deep.equal([]);
    expect(await callsOf(stage.page)).to.deep.include(["shown"]);
    expect(session).to.match(/^SESSION/);
  });

  it("is shown in a frame by the page that asked for it, and by no other", async () => {
    const { session } = await visit({ script: "latest", run: embedded });
    await formFrame(stage.page).getByLabel("Card number").waitFor();
    const framed = await fetch(`${stage.url}/checkout/pay/${session}`);
    expect(framed.headers.get("content-security-policy")).to.contain(`frame-ancestors ${stage.shop.origin};`);
    const begun = await begin(stage.url, checkoutOf("script-not-framed"));
    const plain = await fetch(`${stage.url}/checkout/pay/${sessionIdOf(begun)}`);
    expect(plain.headers.get("content-security-policy")).to.contain("frame-ancestors 'none';");
  });

  it("leaves an exchange of what the page configured", async () => {
    const run = (session: string): string =>
      `Checkout.configure({ order: { amount: "1.00" }, session: { id: "${session}" } });`;
    await visit({ script: "latest", run });
    await calledBack(stage.page, "error");
    const listed = await fetch(`${stage.url}/_sandbox/v1/exchanges?limit=200`);
    const routes = JSON.stringify(await listed.json());
    expect(routes).to.contain("/checkout/show/:sessionId").and.to.contain("order.amount is not allowed");
  });
});
