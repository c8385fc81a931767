import { expect } from "chai";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { setStage, showPortal } from "./stage.ts";

const LONG = "TEST_A_MERCHANT_WITH_A_RATHER_LONG_NAME_";

describe("the portal's header", function () {
  const stage = setStage({});

  it("is one row with a long merchant id, on a screen of 1280 pixels", async () => {
    await clientOf(stage.url, LONG).put({ order: "long", transaction: "1", body: pay() });
    const tab = await stage.openTab({ viewport: { width: 1280, height: 860 } });
    await showPortal(stage, `start?merchant=${LONG}`, tab);
    const header = await tab.page.locator("header.bar").boundingBox();
    expect(header?.height).to.be.below(60);
    expect(await tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")).to.equal(true);
    await tab.page.getByRole("button", { name: "Keys and times" }).click();
    const help = tab.page.getByRole("dialog", { name: "Keys and times" });
    await help.waitFor();
    expect((await help.boundingBox())?.width).to.be.above(300);
    await tab.close();
  });

  it("fits windows of every width, such as half a screen", async () => {
    const tab = await stage.openTab({ viewport: { width: 640, height: 860 } });
    await showPortal(stage, `start?merchant=${LONG}`, tab);
    for (const width of [640, 720, 768, 820, 960, 1024]) {
      await tab.page.setViewportSize({ width, height: 860 });
      const isWithin = await tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth");
      expect(isWithin, `at ${String(width)} pixels`).to.equal(true);
    }
    await tab.close();
  });

  it("has the button for keys and times within it, where it covers nothing of the page", async () => {
    const tab = await stage.openTab({ viewport: { width: 390, height: 844 } });
    await showPortal(stage, `start?merchant=${LONG}`, tab);
    const within = tab.page.locator("header.bar").getByRole("button", { name: "Keys and times" });
    const box = await within.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).to.be.below(390);
    expect(await tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")).to.equal(true);
    await tab.close();
  });
});
