import type { Browser } from "playwright-core";
import { startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { expectAccessible } from "./accessible.ts";
import { openBrowser } from "./chromium.ts";

describe("the portal where a token is needed", function () {
  const TOKEN = "let-me-see-what-is";
  let browser: Browser | undefined;
  let running: TestSandbox;
  before(async function () {
    browser = await openBrowser(this);
    running = await startTestSandbox({ SANDBOX_CONTROL_TOKEN: TOKEN, SANDBOX_PASSWORD: "another-one" });
  });
  after(async () => {
    if (browser === undefined) return;
    await browser.close();
    await running.stop();
  });

  it("asks for it, and for the merchant's password before it pays", async () => {
    if (browser === undefined) throw new Error("there is no browser");
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${running.sandbox.url}/_sandbox/`);
    const token = page.getByLabel("Control token");
    await token.fill("let-me-see-what-isn't");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("This is not the control token of this sandbox.").waitFor();
    await expectAccessible(page);
    await token.fill(TOKEN);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByLabel("Password of TESTMERCHANT").fill("another-one");
    await page.getByRole("button", { name: "Pay 12.34 USD" }).click();
    await page.getByText("201 SUCCESS APPROVED").waitFor();
    await page.reload();
    await page.getByText("Live", { exact: true }).waitFor();
  });
});
