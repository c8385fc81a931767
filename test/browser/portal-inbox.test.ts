import { expect } from "chai";
import { notifying } from "../flows/notified.ts";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { eventually } from "../support/scenario-folder.ts";
import { expectAccessible } from "./accessible.ts";
import { LOOKS, setStage, showPortal } from "./stage.ts";

const HOSTILE = "<img src=x onerror=document.title=1>";

describe("the inbox in the portal", function () {
  const stage = setStage({
    environment: {
      SANDBOX_NOTIFICATIONS: "on",
      SANDBOX_NOTIFICATION_SECRET: "s3cret",
      SANDBOX_NOTIFICATION_RETRIES: "0.01,0.01",
    },
  });
  afterEach(() => {
    stage.tab.expectQuiet();
  });

  const paid = async (merchant: string, order: string, name = "main"): Promise<void> => {
    const to = `${stage.url.replace("http:", "https:")}/_sandbox/inbox/${name}`;
    const body = notifying(pay(), to);
    const sent = await clientOf(stage.url, merchant).put({ order, transaction: "1", body });
    expect(sent.status, sent.text).to.equal(201);
  };

  it("says what it is for while it is empty, and its address takes notifications", async () => {
    const { page } = stage;
    await showPortal(stage, "notifications?merchant=TESTEMPTY");
    const inbox = page.getByRole("region", { name: "Inbox" });
    await inbox.getByText("Nothing has arrived.").waitFor();
    const address = (await inbox.locator(".address code").textContent()) ?? "";
    expect(address).to.equal(`${stage.url.replace("http:", "https:")}/_sandbox/inbox/main`);
    await paid("TESTEMPTY", HOSTILE);
    const arrived = inbox.getByRole("listitem").filter({ hasText: `${HOSTILE} / 1` });
    await arrived.getByText("secret right").waitFor();
    await arrived.getByText("attempt 1, answered 200").click();
    const body = page.getByLabel(`Body of ${HOSTILE} / 1`, { exact: true });
    expect(await body.textContent()).to.contain('"gatewayCode": "APPROVED"');
    expect(await page.locator("img[src=x]").count()).to.equal(0);
    await inbox.getByRole("button", { name: "Empty the inbox", exact: true }).click();
    await inbox.getByText("Nothing has arrived.").waitFor();
  });

  it("answers as it is told, and shows the retries", async () => {
    const { page } = stage;
    await showPortal(stage, "notifications?merchant=TESTRETRIED");
    const inbox = page.getByRole("region", { name: "Inbox" });
    await inbox.getByText("It answers 200.").waitFor();
    await inbox.getByRole("combobox", { name: "Answer" }).selectOption("500");
    await inbox.getByRole("combobox", { name: "For how many" }).selectOption("The next two");
    await inbox.getByRole("button", { name: "Set how the inbox answers", exact: true }).click();
    await inbox.getByText("It answers 500, for 2 more.").waitFor();
    await paid("TESTRETRIED", "tried");
    await inbox.getByText("attempt 3, answered 200").waitFor();
    expect(await inbox.locator(".step-verdict").allTextContents()).to.satisfy((all: readonly string[]) =>
      ["attempt 3, answered 200", "attempt 2, answered 500", "attempt 1, answered 500"].every(
        (words, index) => all[index]?.startsWith(words),
      ),
    );
    await page.getByRole("listitem").filter({ hasText: "delivered" }).first().waitFor();
  });

  it("opens the inbox where something arrived last, and another one when it is chosen", async () => {
    const { page } = stage;
    const arrived = page.getByRole("list", { name: "What arrived" });
    for (const [order, inbox] of [
      ["at-home", "main"],
      ["elsewhere", "other"],
    ] as const) {
      await paid("TESTTWO", order, inbox);
      await eventually(
        async () => (await fetch(`${stage.url}/_sandbox/v1/merchants/TESTTWO/inboxes/${inbox}`)).text(),
        (listed) => listed.includes(order),
      );
      await page.goto("about:blank");
      await showPortal(stage, "notifications?merchant=TESTTWO");
      await arrived.getByText(`${order} / 1`, { exact: true }).waitFor();
      await page.locator(".address").getByText(`/_sandbox/inbox/${inbox}`).waitFor();
    }
    await page.getByRole("combobox", { name: "Which inbox" }).selectOption("main");
    await arrived.getByText("at-home / 1", { exact: true }).waitFor();
    await showPortal(stage, "notifications?merchant=TESTEMPTY");
    await page.locator(".address").getByText("/_sandbox/inbox/main").waitFor();
  });

  for (const look of LOOKS) {
    it(`can be read by everybody, ${look.viewport.width} pixels wide and ${look.colorScheme}`, async () => {
      await paid("TESTLOOKED", `order-${look.viewport.width}`);
      const own = await stage.openTab(look);
      await showPortal(stage, "notifications?merchant=TESTLOOKED", own);
      await own.page.getByText(`order-${look.viewport.width} / 1`).first().click();
      await expectAccessible(own.page);
      const isNarrow = await own.page.evaluate("document.documentElement.scrollWidth <= innerWidth");
      expect(isNarrow).to.equal(true);
      own.expectQuiet();
      await own.close();
    });
  }
});
