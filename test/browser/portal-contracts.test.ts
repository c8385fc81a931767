import { EventEmitter, once } from "node:events";
import { expect } from "chai";
import { capture, pay, withValue } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { expectAccessible } from "./accessible.ts";
import { LOOKS, setStage, showPortal } from "./stage.ts";

const MERCHANT = "TESTUPGRADE";

describe("the portal's page about contracts", function () {
  const stage = setStage();
  before(async () => {
    const client = clientOf(stage.url, MERCHANT);
    const body = withValue(pay("5.00"), "shipping", { lastName: "Shopper" });
    await client.put({ order: "1", transaction: "1", body, version: 60 });
    await client.put({ order: "1", transaction: "2", body: capture("1.00"), version: 60 });
  });
  afterEach(() => {
    stage.tab.expectQuiet();
  });

  it("leads from an operation and a version to its members, with limits and source", async () => {
    const { page } = stage;
    await showPortal(stage, "contracts");
    await page.getByRole("link", { name: /^VERIFY .*100$/ }).click();
    await page.getByRole("heading", { name: "VERIFY in version 100" }).waitFor();
    await showPortal(stage, "contracts/PAY?version=100");
    const members = page.getByRole("region", { name: "Members" });
    await members.getByRole("searchbox").fill("order.item[n].name");
    await members.getByText("1 member").waitFor();
    const row = members.getByRole("row").filter({ hasText: "order.item[n].name" });
    expect(await row.textContent()).to.match(/text.*(specification|assumed)/);
    await page.reload();
    await members.getByText("1 member").waitFor();
  });

  it("tells what differs between two versions", async () => {
    const { page } = stage;
    await showPortal(stage, "contracts/PAY");
    const differences = page.getByRole("region", { name: "Differences" });
    await differences.getByLabel("from version").fill("60");
    await differences.getByLabel("from version").press("Enter");
    await page.waitForURL(/before=60/);
    await differences
      .getByRole("row", { name: /shipping.lastName → shipping.contact.lastName renamed/ })
      .waitFor();
    await differences.getByLabel("from version").fill("1");
    await differences.getByLabel("from version").press("Enter");
    await differences.getByRole("columnheader", { name: "In version 1", exact: true }).waitFor();
    const choice = differences.getByRole("row", { name: /^order changed/ });
    expect(await choice.getByRole("cell").allTextContents()).to.deep.equal([
      "a JSON object, required",
      "a JSON object, required, one of amount, netAmount must be there",
    ]);
    await differences.getByLabel("from version").fill("100");
    await differences.getByLabel("from version").press("Enter");
    await differences.getByText("Versions 100 and 100 of PAY take the same.").waitFor();
  });

  it("keeps the version that somebody types while its answer comes in", async () => {
    const { page } = stage;
    const late = new EventEmitter();
    await page.route("**/differences?*", async (route) => {
      if (route.request().url().includes("from=1&")) await once(late, "answer");
      await route.continue();
    });
    await showPortal(stage, "contracts/CAPTURE");
    const differences = page.getByRole("region", { name: "Differences" });
    await differences.getByLabel("from version").fill("60");
    late.emit("answer");
    await differences.getByRole("columnheader", { name: "In version 1", exact: true }).waitFor();
    await differences.getByLabel("from version").press("Enter");
    await differences.getByRole("columnheader", { name: "In version 60" }).waitFor();
    await page.unroute("**/differences?*");
  });

  it("finds what of the live traffic another version refuses, and leads to it", async () => {
    const { page } = stage;
    await showPortal(stage, `contracts?merchant=${MERCHANT}&upgrade=100`);
    const check = page.getByRole("region", { name: "Upgrade check" });
    await check.getByText("1 of 1 would be refused for what changed").waitFor();
    await check.getByText("0 of 1 would be refused for what changed").waitFor();
    await check.getByRole("link").first().click();
    await page.getByRole("heading", { name: "PAY Approved" }).waitFor();
  });

  for (const look of LOOKS) {
    it(`can be read by everybody, ${look.viewport.width} pixels wide and ${look.colorScheme}`, async () => {
      const own = await stage.openTab(look);
      const { page } = own;
      await showPortal(stage, `contracts/PAY?merchant=${MERCHANT}`, own);
      await page.getByText("would be refused").first().waitFor();
      await page.getByRole("row").filter({ hasText: "sourceOfFunds.provided.card.number" }).first().waitFor();
      await page.getByRole("region", { name: "Differences" }).getByRole("table").waitFor();
      await expectAccessible(page);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).to.equal(true);
      own.expectQuiet();
      await own.close();
    });
  }
});
