import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import type { Notification } from "../../server/domain/record/notification.ts";
import { notificationsOf } from "../support/notifications.ts";
import type { NotificationClient } from "../support/notifications.ts";
import { answering, startReceiver } from "../support/receiver.ts";
import type { Receiver } from "../support/receiver.ts";
import { authorize, capture, pay, verify, voidOf } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

const MERCHANT = "TESTPLAYED";
const SECRET = "the-secret-of-the-merchant";
const SECRET_HEADER = "x-notification-secret";

describe("notifications in trouble on purpose", () => {
  let running: TestSandbox;
  let receiver: Receiver;
  let its: NotificationClient;
  const start = async (environment: Readonly<Record<string, string>> = {}): Promise<void> => {
    receiver = await startReceiver();
    running = await startTestSandbox({
      SANDBOX_NOTIFICATIONS: "on",
      SANDBOX_NOTIFICATION_URL: receiver.url,
      SANDBOX_NOTIFICATION_RETRIES: "none",
      SANDBOX_NOTIFICATION_SECRET: SECRET,
      ...environment,
    });
    its = notificationsOf(running.sandbox.url, MERCHANT);
  };
  beforeEach(() => start());
  const stop = async (): Promise<void> => {
    await running.stop();
    await receiver.close();
  };
  afterEach(stop);

  const arm = async (notification: object, when: object = {}): Promise<void> => {
    const armed = await request(running.sandbox.url)
      .post(`/_sandbox/v1/merchants/${MERCHANT}/arm`)
      .send({ rule: { when, notification } });
    expect(armed.status, armed.text).to.equal(201);
  };
  const put = async (order: string, transaction: string, body = pay()): Promise<Response> => {
    const answer = await clientOf(running.sandbox.url, MERCHANT).put({ order, transaction, body });
    expect(answer.status, answer.text).to.equal(201);
    return answer;
  };
  const toldIn = (): readonly string[] =>
    receiver.received.map(({ body, headers }) => {
      const { id } = body["transaction"] as { readonly id: string };
      return `${id} ${String(headers["x-notification-attempt"])}`;
    });

  it("are lost, until somebody sends them again", async () => {
    await arm({ delivery: "lost" });
    await put("1", "1");
    const [lost] = await its.settled(1);
    expect(lost).to.deep.include({ state: "failed", attempts: [], played: { delivery: "lost" } });
    expect(receiver.received).to.deep.equal([]);
    await its.resend(lost?.id ?? "");
    await receiver.until(1);
    const [found] = await its.settled(1);
    expect(found).to.include({ state: "delivered" });
  });

  it("come twice, with one id and body and the next attempt", async () => {
    await arm({ delivery: "twice" });
    await put("1", "1");
    const [first, second] = await receiver.until(2);
    expect(toldIn()).to.deep.equal(["1 1", "1 2"]);
    expect(second?.text).to.equal(first?.text);
    expect(second?.headers["x-notification-id"]).to.equal(first?.headers["x-notification-id"]);
    const [settled] = await its.settled(1);
    expect([settled?.state, settled?.attempts.length]).to.deep.equal(["delivered", 2]);
  });

  it("come once only when the first attempt is not accepted", async () => {
    receiver.behave(answering(500));
    await arm({ delivery: "twice" });
    await put("1", "1");
    const [settled] = await its.settled(1);
    expect([settled?.state, settled?.attempts.length]).to.deep.equal(["failed", 1]);
  });

  it("come before the answer, and the transaction is there to be retrieved", async () => {
    await arm({ delivery: "before-answer" });
    const seen: string[] = [];
    receiver.behave((response, { body }) => {
      const { id } = body["order"] as { readonly id: string };
      void clientOf(running.sandbox.url, MERCHANT)
        .getOrder(id)
        .then(({ status }) => {
          seen.push(`retrieved ${status}`);
          response.end();
        });
    });
    await put("1", "1");
    seen.push("answered");
    expect(seen).to.deep.equal(["retrieved 200", "answered"]);
  });

  it("come behind the next one of their order", async () => {
    await arm({ delivery: "out-of-order" });
    await put("1", "1", authorize());
    await put("2", "1");
    await put("1", "2", capture("1.00"));
    await receiver.until(3);
    const ofFirst = receiver.received.flatMap(({ body }) => {
      const { id } = body["order"] as { readonly id: string };
      return id === "1" ? [(body["transaction"] as { readonly id: string }).id] : [];
    });
    expect(ofFirst).to.deep.equal(["2", "1"]);
  });

  it("wait for no next one when somebody sends them", async () => {
    await arm({ delivery: "out-of-order" });
    await put("1", "1");
    const { notifications } = (await its.list()).body as { notifications: readonly Notification[] };
    expect(notifications[0]).to.deep.include({ state: "queued", attempts: [] });
    await its.resend(notifications[0]?.id ?? "");
    expect((await its.settled(1))[0]).to.include({ state: "delivered" });
  });

  it("come late, and those behind them with them", async () => {
    await arm({ delay: "300ms" });
    const begun = performance.now();
    await put("1", "1", authorize());
    await put("1", "2", capture("1.00"));
    await receiver.until(2);
    expect(performance.now() - begun).to.be.at.least(290);
    expect(toldIn()).to.deep.equal(["1 1", "2 1"]);
  });

  it("come at once when somebody sends again what is late", async () => {
    await arm({ delay: "2m" });
    await put("1", "1");
    const { notifications } = (await its.list()).body as { notifications: readonly Notification[] };
    // The queue may not have looked at it yet.
    while (receiver.received.length === 0) {
      await its.resend(notifications[0]?.id ?? "");
      if ((await its.list("?state=delivered")).text.includes("delivered")) break;
    }
    expect(toldIn()).to.deep.equal(["1 1"]);
  });

  for (const [secret, sent] of [
    ["missing", undefined],
    ["wrong", "wrong-on-purposewrong-on-purpose"],
  ] as const)
    it(`come with a ${secret} secret`, async () => {
      await arm({ secret });
      await put("1", "1");
      await put("2", "1");
      const [first, second] = await receiver.until(2);
      expect([first?.headers[SECRET_HEADER], second?.headers[SECRET_HEADER]]).to.have.members([sent, SECRET]);
      expect((await its.list()).text).to.not.contain(SECRET);
      const told = (await its.settled(2)).map(({ attempts }) => attempts[0]?.secret);
      expect(told).to.deep.equal([secret, undefined]);
    });

  it("leave the secret out over http where the settings say so", async () => {
    await stop();
    await start({ SANDBOX_NOTIFICATION_SECRET_OVER: "https" });
    await put("1", "1");
    expect((await receiver.until(1))[0]?.headers).to.not.have.property(SECRET_HEADER);
  });

  it("blame nobody for a secret that the address would not have got", async () => {
    await stop();
    await start({ SANDBOX_NOTIFICATION_SECRET_OVER: "https" });
    await arm({ secret: "wrong" });
    await put("1", "1");
    expect((await its.settled(1))[0]?.attempts[0]).to.not.have.property("secret");
  });

  const operations = { AUTHORIZE: authorize(), PAY: pay(), VERIFY: verify() };
  for (const [operation, body] of Object.entries(operations))
    it(`are played with for ${operation}`, async () => {
      await arm({ delivery: "lost" }, { operation });
      await put("1", "1", body);
      expect((await its.settled(1))[0]).to.deep.include({ played: { delivery: "lost" } });
    });

  for (const [operation, body] of Object.entries({ CAPTURE: capture("1.00"), VOID: voidOf("1") }))
    it(`are played with for ${operation}`, async () => {
      await arm({ delivery: "twice" }, { operation });
      await put("1", "1", authorize());
      await put("1", "2", body);
      await receiver.until(3);
      expect(toldIn()).to.deep.equal(["1 1", "2 1", "2 2"]);
    });

  it("are told in the exchange and by its explanation", async () => {
    await arm({ delivery: "twice", delay: "1ms", secret: "wrong" });
    const answer = await put("1", "1");
    const client = clientOf(running.sandbox.url, MERCHANT);
    const exchange: Exchange = await client.why(answer);
    expect(exchange.scenario?.notification).to.deep.equal({ delivery: "twice", delayMs: 1, secret: "wrong" });
  });
});
