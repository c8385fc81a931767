import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import type { Notification } from "../../server/domain/record/notification.ts";
import { notificationsOf } from "../support/notifications.ts";
import { answering, startReceiver } from "../support/receiver.ts";
import type { Receiver } from "../support/receiver.ts";
import { capture, authorize } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

const MERCHANT = "TESTLIST";

describe("notifications at the control API", () => {
  let running: TestSandbox;
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
    running = await startTestSandbox({
      SANDBOX_NOTIFICATIONS: "on",
      SANDBOX_NOTIFICATION_URL: receiver.url,
      SANDBOX_NOTIFICATION_RETRIES: "none",
    });
  });
  afterEach(async () => {
    await running.stop();
    await receiver.close();
  });

  const its = () => notificationsOf(running.sandbox.url, MERCHANT);
  const idsIn = ({ body }: Response): readonly string[] =>
    (body as { notifications: readonly Notification[] }).notifications.map(
      ({ orderId, transactionId }) => `${orderId}/${transactionId}`,
    );
  const put = (order: string, transaction: string): Promise<Response> =>
    clientOf(running.sandbox.url, MERCHANT).put({
      ...{ order, transaction },
      body: transaction === "1" ? authorize() : capture("10.00"),
    });
  /** Two orders of two transactions, the last of which is not taken. */
  const play = async (): Promise<void> => {
    for (const [order, transaction] of [
      ["a", "1"],
      ["b", "1"],
      ["a", "2"],
    ] as const)
      await put(order, transaction);
    await its().settled(3);
    receiver.behave(answering(500));
    await put("b", "2");
    await its().settled(4);
  };

  it("are listed newest first, page by page", async () => {
    await play();
    const first = await its().list("?limit=3");
    expect(idsIn(first)).to.deep.equal(["b/2", "a/2", "b/1"]);
    const { next } = first.body as { next: string };
    const second = await its().list(`?limit=3&before=${next}`);
    expect(idsIn(second)).to.deep.equal(["a/1"]);
    expect(second.body).not.to.have.property("next");
  });

  const filters: readonly (readonly [query: string, found: readonly string[]])[] = [
    ["?order=a", ["a/2", "a/1"]],
    ["?state=delivered", ["a/2", "b/1", "a/1"]],
    ["?state=failed", ["b/2"]],
    ["?state=queued", []],
    ["?order=b&state=delivered&limit=1", ["b/1"]],
  ];
  it("are found by order and by state", async () => {
    await play();
    for (const [query, found] of filters) expect(idsIn(await its().list(query)), query).to.deep.equal(found);
  });

  it("are the merchant's own", async () => {
    await play();
    const other = notificationsOf(running.sandbox.url, "TESTOTHER");
    const [{ id } = { id: "" }] = ((await its().list()).body as { notifications: Notification[] })
      .notifications;
    expect((await other.list()).body).to.deep.include({ notifications: [] });
    expect((await its().find(id)).body).to.include({ id, merchantId: MERCHANT });
    for (const response of [await other.find(id), await other.resend(id), await its().find("none")])
      expect(response.body).to.include({ status: 404, title: "No such notification" });
    const nobody = await request(running.sandbox.url).get("/_sandbox/v1/merchants/NOBODY/notifications");
    expect(nobody.body).to.include({ status: 404, title: "No such merchant" });
  });

  it("are waited for, also those that come later", async () => {
    const waiting = its().wait({ order: "b", count: 2, timeoutMs: 5_000 });
    await play();
    expect(idsIn(await waiting)).to.deep.equal(["b/2", "b/1"]);
    expect(idsIn(await its().wait({ state: "failed" }))).to.deep.equal(["b/2"]);
    const late = await its().wait({ count: 5, timeoutMs: 20 });
    expect(late.body).to.include({ status: 408, title: "Timed out", matched: 4 });
    expect((late.body as { detail: string }).detail).to.include("4 of 5");
  });

  it("are waited for no longer when the sandbox stops", async () => {
    const waiting = its()
      .wait({ timeoutMs: 60_000 })
      .then((response) => response);
    // The answer to this one proves that the sandbox has read the other.
    await its().list();
    await running.sandbox.close();
    expect((await waiting).body).to.include({ status: 503, title: "Stopping", matched: 0 });
  });

  it("are sent again at once though their next attempt is far away, and not more than a hundred times", async () => {
    await running.stop();
    running = await startTestSandbox({
      SANDBOX_NOTIFICATIONS: "on",
      SANDBOX_NOTIFICATION_URL: receiver.url,
      SANDBOX_NOTIFICATION_RETRIES: Array(20).fill("3600").join(","),
    });
    receiver.behave(answering(500));
    await put("a", "1");
    await receiver.until(1);
    const found = (await its().list()).body as { notifications: Notification[] };
    const id = found.notifications[0]?.id ?? "";
    receiver.behave(answering(200));
    let count = receiver.received.length;
    while (receiver.received.length === count) await its().resend(id);
    await its().wait({ state: "delivered" });
    for (count = receiver.received.length; count < 100; count += 1) {
      expect((await its().resend(id)).status).to.equal(202);
      await receiver.until(count + 1);
      await its().settled(1);
    }
    expect((await its().resend(id)).body).to.include({ status: 409, title: "Too many attempts" });
  });

  const wrong: readonly (readonly [body: object, title: string])[] = [
    [{ ordre: "1" }, "Unknown filter"],
    [{ state: "queued" }, "Invalid state"],
    [{ state: "done" }, "Invalid state"],
    [{ count: 0 }, "Invalid count"],
    [{ timeoutMs: 60_001 }, "Invalid timeoutMs"],
    [{ limit: 1 }, "Unknown filter"],
  ];
  it("refuse what is not a valid wait or filter", async () => {
    for (const [body, title] of wrong)
      expect((await its().wait(body)).body).to.include({ status: 400, title });
    for (const [query, title] of [
      ["?state=done", "Invalid state"],
      ["?limit=501", "Invalid limit"],
      ["?before=none", "Invalid before"],
      ["?count=1", "Unknown filter"],
    ] as const)
      expect((await its().list(query)).body, query).to.include({ status: 400, title });
  });
});
