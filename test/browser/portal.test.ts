import { expect } from "chai";
import { authorize, pay, withValue } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Client } from "../support/sandbox.ts";
import { expectAccessible } from "./accessible.ts";
import { LOOKS, setStage, showPortal } from "./stage.ts";

const HOSTILE = "<img src=x onerror=document.title=1>";
const MERCHANT = "TESTPORTAL";
const NOTIFIED = "TESTNOTIFIED";

describe("the portal in a real browser", function () {
  const stage = setStage({
    environment: {
      SANDBOX_NOTIFICATIONS: "on",
      // Nobody listens there.
      SANDBOX_NOTIFICATION_URL: "http://127.0.0.1:1/",
      SANDBOX_NOTIFICATION_RETRIES: "none",
    },
  });
  let client: Client;
  let url = "";
  before(async () => {
    ({ url } = stage);
    client = clientOf(url, MERCHANT);
    await clientOf(url, NOTIFIED).put({ order: "notified", transaction: "1", body: pay() });
    await client.put({ order: "order-1", transaction: "1", body: authorize("10.00") });
    await client.put({
      order: "order-2",
      transaction: "1",
      body: withValue(pay("5.00"), "order.amont", "1"),
    });
    await client.put({
      order: HOSTILE,
      transaction: "1",
      body: withValue(pay("7.00"), "order.reference", HOSTILE),
    });
  });
  afterEach(() => {
    stage.tab.expectQuiet();
  });

  /** Until the one notification has been tried so often. */
  const tried = async (count: number): Promise<void> => {
    const path = `${url}/_sandbox/v1/merchants/${NOTIFIED}/notifications`;
    for (;;) {
      const page = (await (await fetch(path)).json()) as {
        notifications: readonly { attempts: readonly object[] }[];
      };
      if (page.notifications[0]?.attempts.length === count) return;
    }
  };

  it("opens at the address of the sandbox, and pays at the press of a button", async () => {
    const { page } = stage;
    await page.goto(url);
    await page.getByRole("combobox", { name: "Card" }).selectOption("4000000000005100");
    await page.getByRole("button", { name: "Pay 12.34 USD" }).click();
    await page.getByText("201 FAILURE INSUFFICIENT_FUNDS").waitFor();
    await page.getByRole("link", { name: "See why" }).click();
    await page.getByRole("heading", { name: "PAY Declined" }).waitFor();
    await page.getByText("INSUFFICIENT_FUNDS, by default#card-insufficient-funds").waitFor();
  });

  it("gives the same payment for other languages, and the settings of a client", async () => {
    const { page } = stage;
    await showPortal(stage, "start");
    for (const language of ["Node", "PHP", "Java", "Python", ".NET", "curl"]) {
      await page.getByRole("button", { name: language, exact: true }).click();
      const snippet = page.getByLabel(`${language} snippet`, { exact: true });
      expect(await snippet.textContent()).to.contain(`${url}/api/rest/version/100/merchant/`);
    }
  });

  it("shows what comes in as it comes, and holds it back while somebody reads", async () => {
    const { page } = stage;
    await showPortal(stage, "traffic");
    await client.put({ order: "live-1", transaction: "1", body: pay() });
    await page.getByRole("link", { name: "live-1" }).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await client.put({ order: "live-2", transaction: "1", body: pay() });
    await page.getByRole("button", { name: "1 new" }).waitFor();
    expect(await page.title()).to.equal("(1) Traffic · gateway-sandbox");
    expect(await page.getByRole("link", { name: "live-2" }).count()).to.equal(0);
    await page.getByRole("button", { name: "1 new" }).click();
    await page.getByRole("link", { name: "live-2" }).waitFor();
  });

  it("keeps search and filters in the address", async () => {
    const { page } = stage;
    await showPortal(stage, "traffic");
    await page.getByRole("searchbox").fill("order-2");
    await page.getByRole("combobox", { name: "Any outcome" }).selectOption("refused");
    await page.getByText(/^1 of \d+$/).waitFor();
    expect(page.url()).to.contain("q=order-2").and.contain("ending=refused");
    await page.reload();
    await page.getByText(/^1 of \d+$/).waitFor();
    expect(await page.getByRole("searchbox").inputValue()).to.equal("order-2");
  });

  it("opens on why: the member marked, and the request as it would fit", async () => {
    const { page } = stage;
    await showPortal(stage, "traffic?q=order-2");
    await page.getByRole("link", { name: "order-2" }).click();
    await page.getByText("order.amont is not a member of PAY", { exact: false }).first().waitFor();
    const came = page.getByLabel("As it came", { exact: true });
    expect(await came.locator(".marked").allTextContents()).to.have.length(1);
    const fitting = page.getByLabel("As it would fit", { exact: true });
    expect(await fitting.locator(".name").allTextContents()).to.not.include('"amont": ');
    await page.getByRole("link", { name: "Bundle" }).waitFor();
  });

  it("is used with the keyboard alone", async () => {
    const { page } = stage;
    await showPortal(stage, "start");
    await page.keyboard.press("2");
    await page.getByRole("searchbox").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("order-1");
    await page.getByText(/^1 of \d+$/).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await page.getByRole("heading", { name: "AUTHORIZE Approved" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  });

  it("tells the life of an order, takes a capture, and shows a refusal's sentence", async () => {
    const { page } = stage;
    await showPortal(stage, `orders/order-1?merchant=${MERCHANT}`);
    const capture = page.getByRole("form", { name: "Capture" });
    await capture.getByRole("textbox").fill("400.00");
    await capture.getByRole("button", { name: "Capture", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "400.00" }).waitFor();
    await capture.getByRole("textbox").fill("4.00");
    await capture.getByRole("button", { name: "Capture", exact: true }).click();
    await page.getByRole("heading", { name: "order-1 partially captured" }).waitFor();
    expect(
      await page
        .getByRole("region", { name: "Life of the order" })
        .getByRole("listitem")
        .filter({ hasText: /Transaction \d/ })
        .count(),
    ).to.equal(2);
  });

  it("finds orders by their reference", async () => {
    const { page } = stage;
    await showPortal(stage, `orders?merchant=${MERCHANT}`);
    await page.getByRole("searchbox").fill("onerror");
    await page.getByRole("link", { name: HOSTILE }).click();
    await page.getByRole("heading", { name: HOSTILE }).waitFor();
  });

  it("arms a rule for the next request, and advances the clock", async () => {
    const { page } = stage;
    await showPortal(stage, "scenarios?merchant=TESTARMED");
    await page.getByRole("combobox", { name: "What happens to it" }).waitFor();
    const rules = await page.getByRole("combobox", { name: "What happens to it" }).locator("option").count();
    for (let index = 0; index < rules; index += 1) {
      await page.getByRole("combobox", { name: "What happens to it" }).selectOption(String(index));
      await page.getByRole("button", { name: "Arm", exact: true }).click();
      await page.getByRole("button", { name: /^Disarm / }).waitFor();
      if (index > 0) await page.getByRole("button", { name: /^Disarm / }).click();
      else await clientOf(url, "TESTARMED").put({ order: "armed", transaction: "1", body: pay() });
      await page.getByText("No rule is armed").waitFor();
    }
    await showPortal(stage, "traffic?q=armed");
    await page.getByRole("link", { name: "DECLINED" }).waitFor();
    await showPortal(stage, "merchant?merchant=TESTARMED");
    await page.getByRole("combobox", { name: "How far" }).selectOption("P400D");
    await page.getByRole("button", { name: "Advance", exact: true }).click();
    await page.getByText("2031-02-19T10:20:30.400Z").waitFor();
    await page.getByRole("button", { name: "Stop the clock", exact: true }).click();
    await page.getByText("stands still").waitFor();
  });

  it("begins anew with a merchant", async () => {
    const { page } = stage;
    await clientOf(url, "TESTRESET").put({ order: "gone", transaction: "1", body: pay() });
    await showPortal(stage, "merchant?merchant=TESTRESET");
    await page.getByRole("button", { name: "Reset TESTRESET", exact: true }).click();
    await page.getByText("Reset: done").waitFor();
    await showPortal(stage, "orders?merchant=TESTRESET");
    await page.getByText("TESTRESET has no orders yet.").waitFor();
  });

  it("shows notifications with their attempts, and sends one again", async () => {
    const { page } = stage;
    await tried(1);
    await showPortal(stage, `notifications?merchant=${NOTIFIED}`);
    await page.getByRole("listitem").filter({ hasText: "failed" }).first().waitFor();
    const attempts = page.locator(".attempts li");
    expect(await attempts.count()).to.equal(1);
    await page.getByRole("button", { name: /^Resend / }).click();
    await page.getByText("Resend: done").waitFor();
    await tried(2);
    // Whatever comes in for the merchant lets the page look again.
    await clientOf(url, NOTIFIED).getOrder("notified");
    await attempts.nth(1).waitFor();
  });

  it("shows ids that are markup as the text that they are", async () => {
    const { page } = stage;
    await showPortal(stage, "traffic?q=onerror");
    await page.getByRole("link", { name: HOSTILE }).click();
    await page.getByRole("heading", { name: "PAY Approved" }).waitFor();
    expect(await page.locator("img[src=x]").count()).to.equal(0);
    expect(await page.title()).to.contain("gateway-sandbox");
  });

  for (const look of LOOKS) {
    const name = `${look.viewport.width} pixels wide and ${look.colorScheme}`;
    it(`can be read by everybody, ${name}`, async () => {
      const own = await stage.openTab(look);
      const { page } = own;
      for (const place of [
        "start",
        `notifications?merchant=${NOTIFIED}`,
        "traffic",
        "orders",
        `orders/order-1?merchant=${MERCHANT}`,
      ]) {
        await showPortal(stage, place, own);
        await page.locator("main h1, main .row").filter({ visible: true }).first().waitFor();
        await expectAccessible(page);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), place).to.equal(
          true,
        );
      }
      await showPortal(stage, "traffic?q=order-2", own);
      await page.getByRole("link", { name: "order-2" }).click();
      await page.getByText("As it would fit").waitFor();
      await expectAccessible(page);
      own.expectQuiet();
      await own.close();
    });
  }
});
