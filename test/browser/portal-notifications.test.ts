import { expect } from "chai";
import request from "supertest";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { setStage, showPortal } from "./stage.ts";

describe("notifications in the portal", function () {
  const stage = setStage({
    merchants: { NOTIFIED: { notifications: { enabled: true } }, SILENT: {} },
    environment: {
      // Nobody listens there.
      SANDBOX_NOTIFICATION_URL: "http://127.0.0.1:1/",
      SANDBOX_NOTIFICATION_RETRIES: "3600",
    },
  });
  afterEach(() => {
    stage.tab.expectQuiet();
  });

  it("show what failed so far, and when it is tried again", async () => {
    const { page } = stage;
    await clientOf(stage.url, "NOTIFIED").put({ order: "waits", transaction: "1", body: pay() });
    await showPortal(stage, "notifications?merchant=NOTIFIED");
    await page.getByText("Notifications are on.").waitFor();
    await page.getByText("or else to http://127.0.0.1:1/.").waitFor();
    const sent = page.getByRole("listitem").filter({ hasText: "waits / 1" });
    await sent.getByText("1 attempt failed", { exact: true }).waitFor();
    expect(await sent.textContent()).to.match(/1 attempt, the next one due at 2030-01-15 11:20:\d\d UTC/);
  });

  it("show when the first attempt is due that a scenario has come late", async () => {
    const { page } = stage;
    const arm = `${stage.url}/_sandbox/v1/merchants/NOTIFIED/arm`;
    await request(arm)
      .post("")
      .send({ rule: { notification: { delay: "2m" } } });
    await clientOf(stage.url, "NOTIFIED").put({ order: "late", transaction: "1", body: pay() });
    await showPortal(stage, "notifications?merchant=NOTIFIED");
    const sent = page.getByRole("listitem").filter({ hasText: "late / 1" });
    await sent
      .getByText("0 attempts, the first one due at 2030-01-15 10:22:30 UTC by the merchant's clock")
      .waitFor();
  });

  it("come as a rule wants them that was armed here, and the exchange says so", async () => {
    const { page } = stage;
    await showPortal(stage, "scenarios?merchant=NOTIFIED");
    await page.getByLabel("What happens to it").selectOption("Its notification comes 30 seconds late");
    await page.getByRole("button", { name: "Arm", exact: true }).click();
    await page.getByText("Its notification comes 30 seconds late any request, 1 more time").waitFor();
    await clientOf(stage.url, "NOTIFIED").put({ order: "armed-late", transaction: "1", body: pay() });
    await showPortal(stage, "notifications?merchant=NOTIFIED");
    const sent = page.getByRole("listitem").filter({ hasText: "armed-late / 1" });
    await sent.getByText("0 attempts, the first one due at 2030-01-15 10:21:00 UTC").waitFor();
    await showPortal(stage, "traffic?q=armed-late");
    await page.getByRole("link", { name: "armed-late" }).click();
    await page.getByText("Its notification: 30000 ms late.").waitFor();
  });

  it("say that they are off, and how to turn them on", async () => {
    const { page } = stage;
    await showPortal(stage, "notifications?merchant=SILENT");
    await page.getByText("Notifications are off").getByText("SANDBOX_NOTIFICATIONS=on").waitFor();
  });
});
