import { expect } from "chai";
import { begin, checkoutOf, sessionIdOf } from "./checkout-client.ts";
import { setStage } from "./stage.ts";

const LOGO = "https://localhost/logo.png";

/** One pixel. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("the merchant's logo on the payment page", function () {
  this.timeout(60_000);
  const stage = setStage();
  afterEach(() => {
    stage.tab.expectQuiet();
  });

  for (const [order, what, file, count] of [
    ["logo", "stays when it is an image", Buffer.from(PNG, "base64"), 1],
    ["no-logo", "goes when it is none, and leaves no broken image", Buffer.from("<html>"), 0],
  ] as const) {
    it(what, async () => {
      const body = checkoutOf(order, { "interaction.merchant.logo": LOGO });
      const session = sessionIdOf(await begin(stage.url, body));
      await stage.page.route(LOGO, (route) => route.fulfill({ body: file, contentType: "image/png" }));
      await stage.page.goto(`${stage.url}/checkout/pay/${session}`);
      expect(await stage.page.locator(".merchant img").count()).to.equal(count);
      await stage.page.getByRole("heading", { name: "Tea & Co" }).waitFor();
    });
  }
});
