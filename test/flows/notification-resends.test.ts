import { expect } from "chai";
import type { Notification } from "../../server/domain/record/notification.ts";
import { answering } from "../support/receiver.ts";
import { refund } from "../support/requests.ts";
import { eachNotified } from "./notified.ts";

describe("notifications that are asked for again", () => {
  const its = eachNotified();

  const found = async (id: string): Promise<Notification> =>
    (await its.notifications().find(id)).body as Notification;

  /** Newest first. */
  const listed = async (): Promise<readonly Notification[]> =>
    ((await its.notifications().list()).body as { readonly notifications: readonly Notification[] })
      .notifications;

  /** The notification as soon as so many attempts of it are kept. */
  async function tried(id: string, count: number): Promise<Notification> {
    await its.plain().until(count);
    let notification = await found(id);
    while (notification.attempts.length < count) notification = await found(id);
    return notification;
  }

  it("stay delivered when they have been, however the further attempt is answered", async () => {
    await its.start({ SANDBOX_NOTIFICATION_URL: its.plain().url });
    await its.paid("1");
    const [{ id } = { id: "" }] = await its.notifications().settled(1);
    its.plain().behave(answering(500));
    expect((await its.notifications().resend(id)).status).to.equal(202);
    const { state, attempts } = await tried(id, 2);
    expect([state, attempts.map(({ status }) => status)]).to.deep.equal(["delivered", [200, 500]]);
    expect(attempts).to.deep.equal((await its.notifications().settled(1))[0]?.attempts);
  });

  it("keep the further attempts of their schedule, however often they are asked for", async () => {
    await its.start({
      SANDBOX_NOTIFICATION_URL: its.plain().url,
      SANDBOX_NOTIFICATION_RETRIES: "3600,3600",
    });
    its.plain().behave(answering(500));
    await its.paid("1");
    const [{ id } = { id: "" }] = await listed();
    for (const count of [1, 2, 3, 4, 5]) {
      const { state, attempts } = await tried(id, count);
      expect([state, attempts.length]).to.deep.equal(["queued", count]);
      expect((await its.notifications().resend(id)).status).to.equal(202);
    }
  });

  it("are tried in their turn when an earlier one of their order waits", async () => {
    await its.start({ SANDBOX_NOTIFICATION_URL: its.plain().url, SANDBOX_NOTIFICATION_RETRIES: "3600" });
    its.plain().behave(answering(500));
    await its.paid("1");
    await its.client().put({ order: "1", transaction: "2", body: refund("1.00") });
    const [second, first] = await listed();
    await tried(first?.id ?? "", 1);
    const resent = await its.notifications().resend(second?.id ?? "");
    expect([resent.status, (resent.body as Notification).state]).to.deep.equal([202, "queued"]);
    its.plain().behave(answering(200));
    await its.notifications().resend(first?.id ?? "");
    const settled = await its.notifications().settled(2);
    expect(settled.map(({ transactionId, attempts }) => [transactionId, attempts.length])).to.deep.equal([
      ["1", 2],
      ["2", 1],
    ]);
  });
});
