import { expect } from "chai";
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
    expect(await sent.textContent()).to.match(/1 attempt, the next one at .*15.*2030/);
  });

  it("say that they are off, and how to turn them on", async () => {
    const { page } = stage;
    await showPortal(stage, "notifications?merchant=SILENT");
    await page.getByText("Notifications are off").getByText("SANDBOX_NOTIFICATIONS=on").waitFor();
  });
});
