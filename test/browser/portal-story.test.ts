import { readFile } from "node:fs/promises";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { LOOKS, setStage } from "./stage.ts";

/** Nothing here calls the sandbox but the pages: what the tester cannot do with them fails. */
describe("a tester's story, with the portal's pages alone", function () {
  const stage = setStage({
    scenario: { rules: [] },
    environment: { SANDBOX_SCENARIOS: "given,default", SANDBOX_SCENARIO_SAVE: "on", SANDBOX_WATCH: "off" },
  });

  for (const [index, look] of LOOKS.entries()) {
    it(`goes from a decline to the report, ${look.viewport.width} pixels wide`, async () => {
      const merchant = `TESTSTORY${index}`;
      const tab = await stage.openTab(look);
      const { page } = tab;
      await page.goto(`${stage.url}/_sandbox/#/start?merchant=${merchant}`);

      await tryCard(page, "INSUFFICIENT_FUNDS");
      await page.getByText("201 FAILURE INSUFFICIENT_FUNDS").waitFor();
      await findInTraffic(page, "Declined");
      await page.getByRole("heading", { name: "PAY Declined" }).waitFor();

      const rule = await makeRule(page, "Expired card");
      await rule.getByRole("button", { name: "Arm it for the next such request", exact: true }).click();
      await page.getByText("Arm: done").waitFor();
      await sendAgain(page);
      await page.getByText("EXPIRED_CARD, by", { exact: false }).first().waitFor();

      const kept = await makeRule(page, "BLOCKED");
      await kept.getByLabel("Put the rule into a file").selectOption("my-rules");
      const remark = index === 0 ? "No mistakes found." : "this rule is never tried";
      await page.getByRole("region", { name: "Mistakes" }).getByText(remark).waitFor();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Saved my-rules").waitFor();
      await page.getByRole("button", { name: "Use it first my-rules", exact: true }).click();
      await page.getByText(`This file decides for ${merchant}.`).waitFor();
      await openPage(page, "Start");
      await tryCard(page, "INSUFFICIENT_FUNDS");
      await page.getByText("201 FAILURE BLOCKED").waitFor();

      await page.getByLabel("Card", { exact: true }).selectOption("5123450000000008");
      await page.getByLabel("What for").selectOption("Authorize: to be captured later");
      await page.getByRole("button", { name: "Authorize 12.34 USD" }).click();
      await page.getByText("201 SUCCESS APPROVED").waitFor();
      await openPage(page, "Scenarios");
      await page.getByLabel("Which request").selectOption("CAPTURE");
      await page.getByLabel("What happens to it").selectOption("Stored, but the answer is lost");
      await page.getByRole("button", { name: "Arm", exact: true }).click();
      await page.getByText("Stored, but the answer is lost operation: CAPTURE, 1 more time").waitFor();
      await page.getByRole("button", { name: /^Disarm / }).waitFor();

      await openPage(page, "Orders");
      await page.getByRole("link", { name: "authorized" }).click();
      await page.getByRole("button", { name: "Capture", exact: true }).click();
      await page.getByRole("alert").filter({ hasText: "The answer was lost" }).waitFor();
      await page.getByRole("heading", { level: 1, name: "captured" }).waitFor();
      await page.getByRole("link", { name: "Why?" }).click();
      await page.getByRole("list", { name: "Exchanges" }).getByRole("link", { name: "CAPTURE" }).click();
      await page.getByRole("heading", { name: "CAPTURE Failed" }).waitFor();

      await openPage(page, "Merchant");
      await page.getByLabel("How far").selectOption("8 days");
      await page.getByRole("button", { name: "Advance", exact: true }).click();
      await page.getByText("2030-01-23T10:20:30.400Z").waitFor();
      await openPage(page, "Orders");
      await page.getByRole("link", { name: "captured" }).click();
      await page.getByRole("button", { name: "Refund", exact: true }).click();
      await page.getByText("+8 d").waitFor();

      await openPage(page, "Verdict");
      await page.getByRole("region", { name: "Conduct" }).getByText("Passed", { exact: true }).waitFor();
      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download Everything on one page" }).click();
      const file = await download;
      expect(file.suggestedFilename()).to.equal(`${merchant}-report.html`);
      const report = await readFile(await file.path(), "utf8");
      expect(report).to.contain("<title>Report: ").and.contain("BLOCKED");
      tab.expectQuiet();
      await tab.close();
    });
  }
});

async function openPage(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name }).click();
}

async function tryCard(page: Page, gatewayCode: string): Promise<void> {
  const cards = page.getByRole("region", { name: "Magic cards" });
  await cards.getByRole("button", { name: new RegExp(`^Try .*: ${gatewayCode}$`) }).click();
}

async function findInTraffic(page: Page, outcome: string): Promise<void> {
  await openPage(page, "Traffic");
  await page.getByRole("combobox", { name: "Any outcome" }).selectOption(outcome);
  await page.getByRole("list", { name: "Exchanges" }).getByRole("link").first().click();
}

/** Opens the form, which stays open. */
async function makeRule(page: Page, effect: string): Promise<ReturnType<Page["getByRole"]>> {
  await page.getByText("Make a scenario rule of it").click();
  const form = page.getByRole("form", { name: "Make a rule" });
  await form.getByLabel("are answered so").selectOption(effect);
  return form;
}

async function sendAgain(page: Page): Promise<void> {
  await page.getByText("Send it again", { exact: true }).click();
  const form = page.getByRole("form", { name: "Send again" });
  await form.getByRole("button", { name: "Send", exact: true }).click();
}
