import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { pay, refund, withValue } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Client } from "../support/sandbox.ts";
import { expectAccessible } from "./accessible.ts";
import { LOOKS, setStage, showPortal } from "./stage.ts";

const HOSTILE = "<img src=x onerror=document.title=1>";
const RULES = [
  { id: "blocked", case: "TC-10", when: { amount: "6.00" }, outcome: "BLOCKED" },
  { id: "declined", case: "TC-2", note: HOSTILE, when: { amount: "5.00" }, outcome: "DECLINED" },
];

describe("the portal's pages about scenarios, the verdict and the merchant", function () {
  const stage = setStage({
    merchants: {
      JUDGED: {},
      DRAWN: {},
      CHOOSING: {},
      COUNTED: {},
      HELD: {},
      APPROVING: { refundApproval: true },
    },
    scenario: { rules: RULES },
    environment: { SANDBOX_WATCH: "off" },
  });
  afterEach(() => {
    stage.tab.expectQuiet();
  });

  const ask = async (path: string): Promise<unknown> =>
    (await fetch(`${stage.url}/_sandbox/v1/${path}`)).json();
  const clientNamed = (merchant: string): Client => clientOf(stage.url, merchant);

  it("judges the merchant's client when it is asked to, and says what is not covered", async () => {
    const { page } = stage;
    await showPortal(stage, "verdict?merchant=JUDGED");
    await page.getByText("No request yet, so there is nothing to judge.").waitFor();
    const plan = page.getByRole("region", { name: "Coverage of the test plan" });
    await plan.getByRole("row", { name: "TC-2 given#declined never" }).waitFor();
    const wrong = withValue(pay("5.00"), "order.amont", "1");
    await clientNamed("JUDGED").put({ order: "wrong", transaction: "1", body: wrong });
    await clientNamed("JUDGED").put({ order: "right", transaction: "1", body: pay("5.00") });
    await page.getByRole("button", { name: "Check again" }).click();
    const conduct = page.getByRole("region", { name: "Conduct" });
    await conduct.getByText("Failed", { exact: true }).waitFor();
    await conduct.getByText("order.amont", { exact: false }).first().waitFor();
    await plan.getByRole("row", { name: "TC-2 given#declined 1" }).waitFor();
    const contracts = page.getByRole("region", { name: "Coverage of the contracts" });
    await contracts.getByText("Operations by version").click();
    await contracts
      .locator("details[open]")
      .getByText(/^Missing: \d+$/)
      .waitFor();
    await contracts.getByRole("listitem").filter({ hasText: "PAY 100" }).getByRole("link").click();
    await page.getByRole("heading", { name: "PAY Refused" }).waitFor();
  });

  it("draws outcomes and latency over time in the colours of what they mean, and has the numbers too", async () => {
    const { page } = stage;
    await clientNamed("DRAWN").put({ order: "good", transaction: "1", body: pay() });
    await clientNamed("DRAWN").put({ order: "bad", transaction: "1", body: pay("5.00") });
    await showPortal(stage, "verdict?merchant=DRAWN");
    const charts = page.getByRole("region", { name: "Over time" });
    const canvas = charts.getByRole("img", { name: /^Outcomes / }).locator("canvas");
    await canvas.waitFor();
    const legend = charts.getByRole("list", { name: "Legend of Outcomes" });
    expect(await legend.getByRole("listitem").allTextContents()).to.deep.equal(["Approved", "Declined"]);
    const drawn = await page.evaluate<Readonly<Record<string, number>>>(PIXELS);
    expect(drawn["approved"]).to.be.above(100);
    expect(drawn["declined"]).to.be.above(100);
    expect(drawn["refused"]).to.equal(0);
    await canvas.hover({ force: true });
    await charts.getByText(": 1 approved, 1 declined", { exact: false }).waitFor();
    await charts.getByText("The numbers").click();
    const cells = charts.getByRole("table").getByRole("cell");
    expect((await cells.allTextContents()).slice(0, 2)).to.deep.equal(["1", "1"]);
    await clientNamed("DRAWN").put({ order: "more", transaction: "1", body: pay() });
    await charts.getByRole("cell", { name: "2", exact: true }).waitFor();
  });

  it("gives reports as files", async () => {
    const { page } = stage;
    await showPortal(stage, "verdict?merchant=CHOOSING");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download Scorecard of conduct" }).click();
    const file = await download;
    expect(file.suggestedFilename()).to.equal("CHOOSING-conduct.json");
    const report = JSON.parse(await readFile(await file.path(), "utf8")) as object;
    expect(report).to.deep.equal(await ask("merchants/CHOOSING/conduct"));
  });

  it("chooses the files that are active, and their order", async () => {
    const { page } = stage;
    await showPortal(stage, "scenarios?merchant=CHOOSING");
    const files = page.getByRole("region", { name: "Active files" });
    const active = files.locator("ol b");
    const choices: readonly (readonly [button: string, then: readonly string[]])[] = [
      ["Use declines", ["given", "declines"]],
      ["Ask first declines", ["declines", "given"]],
      ["Leave out given", ["declines"]],
      ["Undo the choice", ["given"]],
    ];
    for (const [button, then] of choices) {
      await files.getByRole("button", { name: button, exact: true }).click();
      await files.getByRole("button", { name: button, exact: true }).waitFor({ state: "detached" });
      expect(await active.allTextContents(), button).to.deep.equal(then);
      expect(await ask("merchants/CHOOSING/scenarios"), button).to.deep.include({ scenarios: then });
    }
  });

  it("counts what rules have answered, and finds those that never did", async () => {
    const { page } = stage;
    await showPortal(stage, "scenarios?merchant=COUNTED");
    const rows = page.getByRole("region", { name: "Rules", exact: true }).locator("tbody tr");
    expect(await rows.first().textContent()).to.equal(`TC-2declined ${HOSTILE}never `);
    expect(await page.locator("img[src=x]").count()).to.equal(0);
    await clientNamed("COUNTED").put({ order: "counted", transaction: "1", body: pay("5.00") });
    await rows.first().getByRole("link").waitFor();
    await page.getByRole("combobox", { name: "All rules" }).selectOption("never");
    await rows.filter({ hasText: "declined" }).waitFor({ state: "detached" });
    expect(await rows.allTextContents()).to.deep.equal(["TC-10blocked never "]);
    expect(page.url()).to.contain("used=never");
  });

  it("reads the files again, and tells their mistakes", async () => {
    const { page } = stage;
    await showPortal(stage, "scenarios");
    await page.getByText("No file has a mistake.").waitFor();
    await writeFile(join(stage.running.folder, "scenarios", "spare.yaml"), "version: 1\nrulez: []\n");
    await page.getByRole("button", { name: "Reload the files", exact: true }).click();
    await page.getByText("spare.yaml:2:1").waitFor();
  });

  it("holds a request, and releases it", async () => {
    const { page } = stage;
    await showPortal(stage, "scenarios?merchant=HELD");
    await page
      .getByRole("combobox", { name: "What happens to it" })
      .selectOption("Held until it is released");
    await page.getByRole("button", { name: "Arm", exact: true }).click();
    await page.getByRole("button", { name: /^Disarm / }).waitFor();
    const answer = clientNamed("HELD").put({ order: "held", transaction: "1", body: pay() });
    await ask("merchants/HELD/holds?count=1&waitMs=60000");
    await page.getByRole("button", { name: "Look again" }).click();
    await page.getByRole("button", { name: "Release held", exact: true }).click();
    expect((await answer).status).to.equal(201);
    await page.getByText("No request is held.").waitFor();
  });

  it("approves and rejects refunds that wait", async () => {
    const { page } = stage;
    const client = clientNamed("APPROVING");
    await showPortal(stage, "merchant?merchant=APPROVING");
    await page.getByText("No refund waits.", { exact: false }).waitFor();
    await client.put({ order: "paid", transaction: "1", body: pay() });
    await client.put({ order: "paid", transaction: "2", body: refund("30.00") });
    await client.put({ order: "paid", transaction: "3", body: refund("40.00") });
    await page.getByRole("button", { name: "Approve paid / 2", exact: true }).click();
    await page.getByRole("button", { name: "Approve paid / 2", exact: true }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Reject paid / 3", exact: true }).click();
    await page.getByText("No refund waits.", { exact: false }).waitFor();
    const stored = await client.getOrder("paid");
    expect(stored.body).to.include({ status: "PARTIALLY_REFUNDED", totalRefundedAmount: 30 });
  });

  it("lists the merchant's sessions, newest first", async () => {
    const { page } = stage;
    const path = `${stage.url}/api/rest/version/100/merchant/APPROVING/session`;
    const headers = { Authorization: `Basic ${btoa("merchant.APPROVING:sandbox")}` };
    await (await fetch(path, { method: "POST", headers })).text();
    await showPortal(stage, "merchant?merchant=APPROVING");
    const sessions = page.getByRole("region", { name: "Sessions" });
    await sessions.getByRole("listitem").filter({ hasText: "NO_UPDATE, expires" }).waitFor();
    await page.getByRole("region", { name: "Tokens" }).getByText("APPROVING has none.").waitFor();
  });

  it("lets payers act by themselves", async () => {
    const { page } = stage;
    await showPortal(stage, "merchant?merchant=APPROVING");
    await page.getByLabel("At a checkout").selectOption("decline");
    await page.getByLabel("At a challenge (3-D Secure)").selectOption("FAILED");
    await page.getByRole("button", { name: "Save what payers do", exact: true }).click();
    await page.getByText("Save: done").waitFor();
    expect(await ask("merchants/APPROVING/payer")).to.deep.equal({
      checkout: "decline",
      challenge: "FAILED",
    });
    await page.reload();
    await page.getByText("Live", { exact: true }).waitFor();
    const chosen = page.getByLabel("At a checkout").locator("option:checked", { hasText: "decline" });
    await chosen.waitFor({ state: "attached" });
    expect(await page.getByLabel("At a challenge (3-D Secure)").inputValue()).to.equal("FAILED");
  });

  for (const look of LOOKS) {
    it(`can be read by everybody, ${look.viewport.width} pixels wide and ${look.colorScheme}`, async () => {
      const own = await stage.openTab(look);
      for (const name of ["Verdict", "Scenarios", "Merchant"]) {
        await own.page.goto(`${stage.url}/_sandbox/#/start?merchant=JUDGED`);
        await own.page.getByRole("navigation").getByRole("link", { name }).click();
        await own.page.getByRole("heading", { level: 2 }).nth(2).waitFor();
        await expectAccessible(own.page);
        expect(await own.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name).to.equal(
          true,
        );
      }
      own.expectQuiet();
      await own.close();
    });
  }
});

/** Counts the points of the first chart by the custom property that has their colour; runs in the browser. */
const PIXELS = `(() => {
  const canvas = document.querySelector(".chart-canvas canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const style = getComputedStyle(canvas);
  const countOf = (name) => {
    const text = style.getPropertyValue("--" + name);
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
    let count = 0;
    for (let at = 0; at < data.length; at += 4)
      if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count += 1;
    return count;
  };
  return Object.fromEntries(["approved", "declined", "refused"].map((name) => [name, countOf(name)]));
})()`;
