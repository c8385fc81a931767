import { expect } from "chai";
import { textAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { clientOn } from "../flows/started.ts";
import { configured, visitorOf } from "./checkout-visit.ts";
import { calledBack, CALLBACKS, callsOf, payWith } from "./merchant-page.ts";
import { setStage } from "./stage.ts";

describe("the checkout script in a page that the payer comes back to", function () {
  this.timeout(60_000);
  const stage = setStage();
  const visit = visitorOf(stage);
  const statusOf = async (order: string): Promise<unknown> =>
    textAt((await clientOn(stage.running).getOrder(order)).body as Json, "status");

  it("leaves for the payment page and comes back with what the page wanted to keep", async () => {
    const attributes = `${CALLBACKS} data-beforeRedirect="Checkout.saveFormFields" data-afterRedirect="Checkout.restoreFormFields"`;
    const content =
      '<label>Note <input id="note"></label><label>Card <input autocomplete="cc-number" id="own"></label><button id="go">Pay</button>';
    const run = (session: string): string =>
      `${configured(session)} document.getElementById("go").onclick = () => Checkout.showPaymentPage();`;
    const { order, indicator } = await visit({ script: "latest", attributes, content, run });
    const { page } = stage;
    await page.getByLabel("Note").fill("No sugar");
    await page.getByLabel("Card").fill("5123450000000008");
    await page.getByRole("button", { name: "Pay" }).click();
    await page.waitForURL(/\/checkout\/pay\/.*checkoutVersion=1\.0\.0/);
    await payWith(page);
    const [result] = await calledBack(page, "complete");
    expect(result).to.have.property("resultIndicator", indicator);
    expect(new URL(page.url()).hash).to.match(new RegExp(`^#__hc-action-complete-${indicator}-`));
    expect(await page.getByLabel("Note").inputValue()).to.equal("No sugar");
    expect(await page.getByLabel("Card").inputValue()).to.equal("");
    expect(await statusOf(order)).to.equal("CAPTURED");
    expect(await page.evaluate("sessionStorage.getItem('HostedCheckout_merchantState')")).to.equal(null);
    stage.tab.expectQuiet();
  });

  it("comes back to the page when the payer cancels, and to an address that the attribute names", async () => {
    const attributes = `data-cancel="${stage.shop.origin}/left?basket=1"`;
    const run = (session: string): string => `${configured(session)} Checkout.showPaymentPage();`;
    await visit({ script: 100, run });
    await stage.page.getByRole("button", { name: "Cancel" }).click();
    await calledBack(stage.page, "cancel");
    expect(new URL(stage.page.url()).hash).to.equal("#__hc-action-cancel");
    await visit({ script: 100, attributes, run });
    await stage.page.getByRole("button", { name: "Cancel" }).click();
    await stage.page.waitForURL(`${stage.shop.origin}/left?basket=1`);
    stage.tab.expectQuiet();
  });

  for (const [script, created] of [
    ["latest", undefined],
    [61, 1],
  ] as const) {
    it(`of ${script} does not send a payer who comes back there again, though its page shows it as it loads, and again when it is asked to`, async () => {
      const content = `<button id="go">Pay again</button>
        <script nonce="shop">
          document.getElementById("go").onclick = () => Checkout.showPaymentPage();
          window.configureOnce = () => undefined;
        </script>`;
      const run = (session: string): string => `${configured(session)} Checkout.showPaymentPage();`;
      await visit({ script, content, run, ...(created === undefined ? {} : { created }) });
      const { page } = stage;
      for (let time = 0; time < 2; time += 1) {
        await page.getByRole("button", { name: "Cancel" }).click();
        expect(await calledBack(page, "cancel")).to.deep.equal([]);
        expect(await callsOf(page)).to.deep.equal([["cancel"]]);
        await page.getByRole("button", { name: "Pay again" }).click();
      }
      await payWith(page);
      await calledBack(page, "complete");
      stage.tab.expectQuiet();
    });
  }

  it("gives back what the page wanted to keep to a payer who comes back by an address of the merchant's", async () => {
    const attributes = `${CALLBACKS} data-beforeRedirect="Checkout.saveFormFields" data-afterRedirect="Checkout.restoreFormFields"`;
    const content = '<label>Note <input id="note"></label><button id="go">Pay</button>';
    const run = (session: string): string =>
      `${configured(session)} document.getElementById("go").onclick = () => Checkout.showPaymentPage();`;
    const { page } = stage;
    const cancelUrl = `${stage.shop.origin}/basket-kept?left=1`;
    const values = { "interaction.cancelUrl": cancelUrl };
    await visit({ script: "latest", order: "kept", attributes, content, run }, values);
    await page.getByLabel("Note").fill("No sugar");
    await page.getByRole("button", { name: "Pay" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForURL(cancelUrl);
    expect(await page.getByLabel("Note").inputValue()).to.equal("No sugar");
    expect(await page.evaluate("Object.keys(sessionStorage)")).to.deep.equal([]);
    stage.tab.expectQuiet();
  });
});
