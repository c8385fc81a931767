import { expect } from "chai";
import { begin, checkoutOf, sessionIdOf } from "./checkout-client.ts";
import { calledBack, merchantPage } from "./merchant-page.ts";
import { setStage } from "./stage.ts";

const SHOW = "**/checkout/show/*";

describe("the checkout script in a page with mistakes", function () {
  this.timeout(60_000);
  const stage = setStage({});
  let orders = 0;

  /** A page of the shop that does this with a checkout that was begun. */
  const visit = async (act: string): Promise<void> => {
    const begun = await begin(stage.url, checkoutOf(`mistake-${(orders += 1)}`));
    const run = `Checkout.configure({ session: { id: "${sessionIdOf(begun)}" } }); ${act}`;
    const page = merchantPage({ sandbox: stage.url, script: "latest", run });
    await stage.page.goto(stage.shop.show(`/basket-${orders}`, page));
  };

  const PLACES: readonly (readonly [what: string, selector: string, says: string])[] = [
    ["a selector that is none", '"#pay ment>"', "#pay ment> is no selector"],
    ["an element in its place", "document.body", "[object HTMLBodyElement] is no selector"],
    ["a selector of nothing", '"#nowhere"', "there is no element #nowhere"],
    ["no selector", "", "there is no element undefined"],
  ];
  for (const [what, selector, says] of PLACES) {
    it(`tells its error callback of showEmbeddedPage() with ${what}`, async () => {
      await visit(`Checkout.showEmbeddedPage(${selector});`);
      expect(await calledBack(stage.page, "error")).to.deep.equal([
        { cause: "INVALID_REQUEST", explanation: `Checkout.showEmbeddedPage(): ${says}` },
      ]);
      stage.tab.expectQuiet();
    });
  }

  it("tells its error callback in words that the gateway did not answer", async () => {
    await stage.page.route(SHOW, (route) => route.abort());
    await visit("");
    expect(await calledBack(stage.page, "error")).to.deep.equal([
      { cause: "SERVER_FAILED", explanation: "The gateway did not answer" },
    ]);
  });

  it("tells its error callback in words that the gateway failed", async () => {
    const error = { cause: "SERVER_FAILED", supportCode: "E17" };
    const headers = { "Access-Control-Allow-Origin": "*" };
    await stage.page.route(SHOW, (route) => route.fulfill({ status: 500, headers, json: { error } }));
    await visit("");
    expect(await calledBack(stage.page, "error")).to.deep.equal([
      { ...error, explanation: "The gateway failed (HTTP status 500)" },
    ]);
  });
});
