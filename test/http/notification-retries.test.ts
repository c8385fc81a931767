import { expect } from "chai";
import request from "supertest";
import type { Notification } from "../../server/domain/record/notification.ts";
import { notificationsOf } from "../support/notifications.ts";
import type { NotificationClient } from "../support/notifications.ts";
import { answering, startReceiver } from "../support/receiver.ts";
import type { Receiver } from "../support/receiver.ts";
import { pay } from "../support/requests.ts";
import { clientOf, startTestSandbox, TEST_TIME } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

const MERCHANT = "TESTRETRIES";

describe("retries of notifications by the merchant's clock", () => {
  let running: TestSandbox;
  let receiver: Receiver;
  let its: NotificationClient;
  const start = async (retries: string): Promise<void> => {
    receiver = await startReceiver();
    running = await startTestSandbox({
      SANDBOX_NOTIFICATIONS: "on",
      SANDBOX_NOTIFICATION_URL: receiver.url,
      SANDBOX_NOTIFICATION_RETRIES: retries,
    });
    its = notificationsOf(running.sandbox.url, MERCHANT);
  };
  afterEach(async () => {
    await running.stop();
    await receiver.close();
  });

  const control = (path: string): string => `/_sandbox/v1/merchants/${MERCHANT}/${path}`;
  const arm = async (notification: object): Promise<void> => {
    const armed = await request(running.sandbox.url).post(control("arm")).send({ rule: { notification } });
    expect(armed.status, armed.text).to.equal(201);
  };
  const setClock = async (change: object, merchant = MERCHANT): Promise<void> => {
    const path = `/_sandbox/v1/merchants/${merchant}/clock`;
    const moved = await request(running.sandbox.url).put(path).send(change);
    expect(moved.status, moved.text).to.equal(200);
  };
  const advance = (by: string, merchant = MERCHANT): Promise<void> => setClock({ advance: by }, merchant);
  const freeze = (): Promise<void> => setClock({ mode: "frozen", at: "2031-02-03T04:05:06Z" });
  const paid = async (merchant = MERCHANT): Promise<void> => {
    const sent = { order: "1", transaction: "1", body: pay() };
    expect((await clientOf(running.sandbox.url, merchant).put(sent)).status).to.equal(201);
  };
  /** Another merchant, whose clock runs, has paid and its retries are over. */
  const othersAreOver = async (): Promise<void> => {
    await paid("TESTOTHER");
    await notificationsOf(running.sandbox.url, "TESTOTHER").settled(1);
  };
  /** Once the attempt has been kept and the next one waits. */
  const attempted = async (count: number): Promise<Notification> => {
    for (;;) {
      const { notifications } = (await its.list()).body as { notifications: readonly Notification[] };
      const [first] = notifications;
      if (first !== undefined && first.attempts.length >= count) return first;
    }
  };

  it("come one by one as the published schedule has them, and end after fourteen", async () => {
    await start("none");
    receiver.behave(answering(500));
    await arm({ retries: "published" });
    await paid();
    await attempted(1);
    await advance("PT10S");
    expect((await attempted(2)).state).to.equal("queued");
    await advance("PT30S");
    await attempted(3);
    await advance("PT2M");
    await attempted(4);
    // All that is left of three days and half an hour: eleven more, of which each waits for the one before.
    await advance("P4D");
    const [settled] = await its.settled(1);
    expect([settled?.state, settled?.attempts.length]).to.deep.equal(["failed", 15]);
    expect(settled?.played).to.deep.equal({ retries: "published" });
    expect(receiver.received).to.have.length(15);
  });

  it("are delivered once the receiver is well again", async () => {
    await start("published");
    receiver.behave((response, { headers }) => {
      response.writeHead(headers["x-notification-attempt"] === "4" ? 200 : 500).end();
    });
    await paid();
    await attempted(1);
    await advance("PT1H");
    const [settled] = await its.settled(1);
    expect([settled?.state, settled?.attempts.length]).to.deep.equal(["delivered", 4]);
  });

  it("stay due when another merchant's clock is moved, or too little", async () => {
    await start("3600");
    receiver.behave(answering(500));
    await paid();
    await attempted(1);
    await advance("P1D", "TESTOTHER");
    await advance("PT59M");
    expect(receiver.received).to.have.length(1);
    await advance("PT1M");
    const [settled] = await its.settled(1);
    expect([settled?.state, settled?.attempts.length]).to.deep.equal(["failed", 2]);
  });

  it("count from the attempt that somebody asked for", async () => {
    await start("600,600");
    receiver.behave(answering(500));
    await paid();
    const first = await attempted(1);
    await advance("PT5M");
    await its.resend(first.id);
    await attempted(2);
    await advance("PT9M");
    expect(receiver.received).to.have.length(2);
    await advance("PT1M");
    expect((await attempted(3)).state).to.equal("queued");
  });

  it("are not waited for when the first attempt is late on purpose", async () => {
    await start("none");
    await arm({ delay: "2m" });
    await paid();
    // The queue may not have looked at it yet.
    for (;;) {
      await advance("PT2M");
      if ((await its.list("?state=delivered")).text.includes("delivered")) break;
    }
    expect(receiver.received).to.have.length(1);
  });

  it("wait for as long as the merchant's clock stands, and come when it is moved on", async () => {
    await start("0.01");
    receiver.behave(answering(500));
    await freeze();
    await paid();
    expect((await attempted(1)).nextAttemptAt).to.equal("2031-02-03T04:05:06.010Z");
    await othersAreOver();
    expect((await attempted(1)).attempts).to.have.length(1);
    await advance("PT1S");
    const [settled] = await its.settled(1);
    expect([settled?.state, settled?.attempts.length]).to.deep.equal(["failed", 2]);
  });

  it("wait from the moment at which the clock is stopped until it runs again", async () => {
    await start("0.2");
    receiver.behave(answering(500));
    await paid();
    await attempted(1);
    await setClock({ mode: "frozen", at: TEST_TIME });
    await othersAreOver();
    expect((await attempted(1)).attempts).to.have.length(1);
    await setClock({ mode: "real" });
    expect((await its.settled(1))[0]?.attempts).to.have.length(2);
  });

  it("do not wait for a time that the clock had before it was set back", async () => {
    await start("0.2");
    receiver.behave(answering(500));
    await advance("P1D");
    await paid();
    await attempted(1);
    await setClock({ mode: "real" });
    expect((await its.settled(1))[0]?.attempts).to.have.length(2);
  });

  it("let a late first attempt wait for a clock that stands, and say when it is due", async () => {
    await start("none");
    await freeze();
    await arm({ delay: "10ms" });
    await paid();
    let waiting = await attempted(0);
    while (waiting.nextAttemptAt === undefined) waiting = await attempted(0);
    expect(waiting.nextAttemptAt).to.equal("2031-02-03T04:05:06.010Z");
    await othersAreOver();
    expect((await attempted(0)).state).to.equal("queued");
    await advance("PT1S");
    const [settled] = await its.settled(1);
    expect(settled).to.include({ state: "delivered" }).and.not.have.property("nextAttemptAt");
  });
});
