import { expect } from "chai";
import { entry, exchange, FULL, issue, PRESENTATION } from "../report/sample-report.ts";
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

  it("is not wider than a phone with a request whose operation is not known", async () => {
    const { page } = stage;
    await page.setViewportSize({ width: 390, height: 844 });
    const unknown = exchange({ id: "x-long" });
    const request = { ...unknown.request, operation: undefined, path: `/api/rest/${"version".repeat(20)}` };
    const exchanges = [{ ...unknown, request }];
    const issues = [issue({ exchanges: ["x-long"] })];
    await page.setContent(renderReport("html", { ...FULL, issues, exchanges }, PRESENTATION));
    await page.getByText("versionversion").first().waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).to.equal(true);
  });

  it("opens what a link to an exchange leads to, also where it is folded", async () => {
    const { page } = stage;
    const issues = [issue({ severity: "note", exchanges: ["x-2"] })];
    const cases = [entry({ outcome: "failed", exchanges: ["x-2"] })];
    await page.setContent(renderReport("html", { ...FULL, issues, cases }, PRESENTATION));
    const request = page.getByRole("region", { name: "Request, masked" });
    expect(await request.isVisible()).to.equal(false);
    await page.getByText("Shown above").getByRole("link").click();
    await request.waitFor();
    stage.tab.expectQuiet();
  });
});
