import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { begin, checkoutOf, sessionIdOf } from "./checkout-client.ts";
import { calledBack, merchantPage } from "./merchant-page.ts";
import { setStage } from "./stage.ts";

const MERCHANT = "SCRIPTED";

describe("the payment page of a merchant whose checkoutWithoutScript is refuse", function () {
  this.timeout(60_000);
  const stage = setStage({
    environment: { SANDBOX_MODE: "observe" },
    merchants: { [MERCHANT]: { checkoutWithoutScript: "refuse" } },
  });
  const begun = async (order: string, values: JsonObject = {}): Promise<string> =>
    sessionIdOf(await begin(stage.url, checkoutOf(order, values), { merchant: MERCHANT }));

  it("does not open at its address alone, and says why", async () => {
    const opened = await stage.page.goto(`${stage.url}/checkout/pay/${await begun("alone")}`);
    expect(opened?.status()).to.equal(400);
    await stage.page.getByText("Only checkout.js opens this page").waitFor();
  });

  it("opens from the script", async () => {
    const session = await begun("by-script");
    const run = `Checkout.configure({ session: { id: "${session}" } }); Checkout.showEmbeddedPage("#payment", onShown);`;
    await stage.page.goto(
      stage.shop.show("/scripted", merchantPage({ sandbox: stage.url, script: "latest", run })),
    );
    await calledBack(stage.page, "shown");
    await stage.page.frameLocator("#payment iframe").getByLabel("Card number").waitFor();
  });

  it("opens from a payment link", async () => {
    const link = { checkoutMode: "PAYMENT_LINK", paymentLink: {} };
    const opened = await stage.page.goto(`${stage.url}/checkout/pay/${await begun("by-link", link)}`);
    expect(opened?.status()).to.equal(200);
  });
});
