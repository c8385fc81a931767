import { expect } from "chai";
import { FULL, PRESENTATION } from "../report/sample-report.ts";
import { renderReport } from "../report/rendered.ts";
import { expectAccessible } from "./accessible.ts";
import { LOOKS, setStage } from "./stage.ts";

describe("the HTML report in a real browser", function () {
  const stage = setStage();

  for (const look of LOOKS) {
    it(`can be read by everybody, ${look.viewport.width} pixels wide and ${look.colorScheme}`, async () => {
      const { page, close, expectQuiet } = await stage.openTab(look);
      await page.setContent(renderReport("html", FULL, PRESENTATION));
      await page
        .getByRole("navigation", { name: "Contents" })
        .getByRole("link", { name: "Operations" })
        .click();
      await page.evaluate("for (const it of document.querySelectorAll('details')) it.open = true");
      await expectAccessible(page);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).to.equal(true);
      expectQuiet();
      await close();
    });
  }
});
