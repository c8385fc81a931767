import { expect } from "chai";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { expectAccessible } from "./accessible.ts";
import { LOOKS, setStage, showPortal } from "./stage.ts";

const MERCHANT = "TESTPALETTE";
const HOSTILE = "<img src=x onerror=document.title=1>";

describe("the portal's palette, and its times", function () {
  const stage = setStage();
  before(async () => {
    const client = clientOf(stage.url, MERCHANT);
    await client.put({ order: "basket-7", transaction: "1", body: pay() });
    await client.put({ order: HOSTILE, transaction: "1", body: pay() });
  });
  afterEach(() => {
    stage.tab.expectQuiet();
  });

  /** Opens the palette by its keys, types, and takes the first thing that is meant, or the one of these words. */
  const choose = async (text: string, words?: string): Promise<void> => {
    const { page } = stage;
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Page, order, card, scenario or action" }).waitFor();
    await page.keyboard.type(text);
    const option = page
      .getByRole("listbox")
      .getByRole("option", words === undefined ? {} : { name: words })
      .first();
    await option.waitFor();
    while ((await option.getAttribute("aria-selected")) !== "true") await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  };

  it("leads to pages, also while somebody types, and is left by Escape", async () => {
    const { page } = stage;
    await showPortal(stage, "traffic");
    await page.getByRole("searchbox").click();
    await choose("verd");
    await page.getByRole("heading", { name: "Verdict on" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Go to" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.getByRole("heading", { name: "Verdict on" }).waitFor();
  });

  it("stays when it is opened again before the browser has told that it was closed", async () => {
    const { page } = stage;
    await showPortal(stage, "traffic");
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: "Go to" });
    await dialog.waitFor();
    await page.evaluate(`(async () => {
      const told = new Promise((resolve) => {
        document.querySelector("dialog.palette").addEventListener("close", resolve, { once: true });
      });
      for (const key of ["k", "k"]) {
        dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey: true }));
        // The page shows what a key came to in microtasks; the browser tells of it in a task.
        for (let turn = 0; turn < 20; turn += 1) await undefined;
      }
      await told;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    })()`);
    expect(await dialog.isVisible()).to.equal(true);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  });

  it("copies test cards, and opens scenario files", async () => {
    const { page } = stage;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await showPortal(stage, "traffic");
    await choose("insufficient", "Copy 4000000000005100: INSUFFICIENT_FUNDS");
    await page.getByText("Copied the card number").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).to.equal("4000000000005100");
    await choose("gateway-sim", "gateway-simulator");
    await page.getByRole("textbox", { name: "Text of gateway-simulator" }).waitFor();
  });

  it("leads to an order and to an exchange by their ids, and shows ids that are markup as text", async () => {
    const { page } = stage;
    await showPortal(stage, "traffic?q=basket-7");
    await choose("basket", `basket-7 of ${MERCHANT}`);
    await page.getByRole("heading", { name: "basket-7 captured" }).waitFor();
    const path = `${stage.url}/_sandbox/v1/exchanges?order=basket-7`;
    const { exchanges } = (await (await fetch(path)).json()) as {
      exchanges: readonly { readonly id: string }[];
    };
    await choose(exchanges[0]?.id.slice(0, 13) ?? "", exchanges[0]?.id);
    await page.getByRole("heading", { name: "PAY Approved" }).waitFor();
    await choose("onerror", HOSTILE);
    await page.getByRole("heading", { name: HOSTILE }).waitFor();
    expect(await page.locator("img[src=x]").count()).to.equal(0);
  });

  it("does what pages do: pauses the traffic, searches it, and opens the help, which tells its keys", async () => {
    const { page } = stage;
    await showPortal(stage, "traffic");
    await choose("pause");
    await page.getByRole("button", { name: "Go on", exact: true }).click();
    await choose("basket-7", "Search the traffic for basket-7");
    await page.getByText(/^1 of \d+$/).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("listbox").getByRole("option", { name: "Keys and times" }).click();
    await page
      .getByRole("dialog", { name: "Keys and times" })
      .getByText("Ctrl K", { exact: false })
      .waitFor();
  });

  it("shows times by the merchant's clock, which may be another day, in UTC, and as how long ago", async () => {
    const { page } = stage;
    const clock = `${stage.url}/_sandbox/v1/merchants/TESTTIMES/clock`;
    const body = JSON.stringify({ mode: "frozen", at: "2041-02-03T04:05:06.000Z" });
    await fetch(clock, { method: "PUT", headers: { "Content-Type": "application/json" }, body });
    await clientOf(stage.url, "TESTTIMES").put({ order: "timed", transaction: "1", body: pay() });
    await showPortal(stage, "traffic?q=timed");
    const time = page.getByRole("list", { name: "Exchanges" }).locator("time");
    await choose("clock UTC");
    await page.getByText("2041-02-03 04:05:06", { exact: true }).waitFor();
    await time.click();
    await page.getByText("2041-02-03 04:05:06 UTC", { exact: false }).waitFor();
    await choose("times as: UTC");
    expect(await time.textContent()).to.match(/^10:2\d:\d\d\.\d{3}$/);
    await page.reload();
    await time.waitFor();
    expect(await time.textContent()).to.match(/^10:2\d:\d\d\.\d{3}$/);
    await choose("long ago");
    expect(await time.textContent()).to.match(/ ago$/);
  });

  for (const look of LOOKS) {
    it(`can be read by everybody, ${look.viewport.width} pixels wide and ${look.colorScheme}`, async () => {
      const own = await stage.openTab(look);
      const { page } = own;
      await showPortal(stage, "traffic", own);
      await page.getByRole("button", { name: "Go to" }).click();
      await page.getByRole("listbox").getByRole("option").first().waitFor();
      await expectAccessible(page);
      await page.getByRole("combobox", { name: "Page, order, card, scenario or action" }).fill("basket");
      await page.getByRole("listbox").getByRole("option", { name: "basket-7" }).first().waitFor();
      await expectAccessible(page);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).to.equal(true);
      own.expectQuiet();
      await own.close();
    });
  }
});
