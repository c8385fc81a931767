import { expect } from "chai";
import { begin, checkoutOf, sessionIdOf } from "./checkout-client.ts";
import { expectAccessible } from "./accessible.ts";
import { calledBack, callsOf, formFrame, merchantPage } from "./merchant-page.ts";
import type { MerchantPage } from "./merchant-page.ts";
import { setStage } from "./stage.ts";

const NAME = "Tea & Co";

describe("the lightbox of the checkout script", function () {
  this.timeout(60_000);
  const stage = setStage({});
  let orders = 0;

  /** A page with a button that shows a checkout, opened by the button. */
  const open = async (
    how: Pick<MerchantPage, "script"> & {
      readonly show: string;
      readonly configured?: string;
      readonly cancelUrl?: string;
    },
  ): Promise<void> => {
    const { script, show, configured = `interaction: { merchant: { name: "${NAME}" } },` } = how;
    const isOld = script === 61;
    const cancelling = { "interaction.cancelUrl": how.cancelUrl };
    const values = isOld
      ? { ...cancelling, apiOperation: "CREATE_CHECKOUT_SESSION", "interaction.merchant": undefined }
      : {};
    const body = checkoutOf(`lightbox-${(orders += 1)}`, values);
    const session = sessionIdOf(await begin(stage.url, body, { version: isOld ? 61 : 100 }));
    const content = '<button id="go">Pay now</button>';
    const run = `Checkout.configure({ ${isOld ? configured : ""} session: { id: "${session}" } });
      document.getElementById("go").onclick = () => ${show};
      addEventListener("blur", () => document.body.classList.add("left"));`;
    const shown = merchantPage({ sandbox: stage.url, script, content, run });
    await stage.page.goto(stage.shop.show(`/basket-${orders}`, shown));
    await stage.page.getByRole("button", { name: "Pay now" }).click();
    // The form's script has begun once it has told its height: before that, the page around it hears of no key.
    await stage.page.locator('iframe[title="Payment"][style*="px"]').waitFor();
    await formFrame(stage.page).getByLabel("Card number").focus();
    // A key may go to the page around the frame until that knows where the focus is.
    await stage.page.locator("body.left").waitFor();
  };
  const lightbox = { script: 61, show: "Checkout.showLightbox()" } as const;

  it("is closed by the escape key in the form, and gives the focus back to the page", async () => {
    await open(lightbox);
    // The frame with the focus goes while the key is down, and the browser's word that the key is up may go with it.
    void stage.page.keyboard.press("Escape").catch(() => undefined);
    expect(await calledBack(stage.page, "cancel")).to.deep.equal([]);
    expect(await stage.page.locator("dialog").count()).to.equal(0);
    await stage.page.locator("#go:focus").waitFor();
    stage.tab.expectQuiet();
  });

  const CLOSED: readonly (readonly [string, () => Promise<void>])[] = [
    ["its button", () => stage.page.getByRole("button", { name: "Close" }).click()],
    ["the escape key", () => stage.page.keyboard.press("Escape").catch(() => undefined)],
  ];
  for (const [how, close] of CLOSED) {
    it(`leads to the merchant's cancelUrl when ${how} closes it`, async () => {
      const cancelUrl = `${stage.shop.origin}/left?basket=1`;
      await open({ ...lightbox, cancelUrl });
      void close();
      await stage.page.waitForURL(cancelUrl);
      stage.tab.expectQuiet();
    });
  }

  it("has the merchant's name as the page configured it", async () => {
    await open(lightbox);
    const dialog = stage.page.getByRole("dialog", { name: NAME, exact: true });
    await dialog.getByText(NAME).waitFor();
    await expectAccessible(stage.page);
    stage.tab.expectQuiet();
  });

  it("is as dark as the form in it", async () => {
    await stage.page.emulateMedia({ colorScheme: "dark" });
    await open(lightbox);
    const background = 'getComputedStyle(document.querySelector("dialog")).backgroundColor';
    expect(await stage.page.evaluate(background)).not.to.equal("rgb(255, 255, 255)");
    await expectAccessible(stage.page);
  });

  it("is called payment where nobody names the merchant", async () => {
    await open({ ...lightbox, configured: "" });
    await stage.page.getByRole("dialog", { name: "Payment", exact: true }).waitFor();
    stage.tab.expectQuiet();
  });

  it("is not what an embedded page is: there the escape key does nothing", async () => {
    await open({ script: "latest", show: 'Checkout.showEmbeddedPage("#payment", onShown)' });
    const number = formFrame(stage.page).getByLabel("Card number");
    await stage.page.keyboard.press("Escape");
    await stage.page.keyboard.type("5123");
    expect(await number.inputValue()).to.equal("5123");
    expect(await callsOf(stage.page)).to.deep.equal([["shown"]]);
    stage.tab.expectQuiet();
  });
});
