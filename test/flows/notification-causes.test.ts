import { expect } from "chai";
import request from "supertest";
import { textAt } from "../../server/domain/json.ts";
import { authenticate, initiate as initiateAuthentication, payWith } from "../authentication/calls.ts";
import { initiate } from "../browser/browser-requests.ts";
import { payerOf } from "../browser/payer.ts";
import { advance } from "../support/clock.ts";
import { notificationsOf } from "../support/notifications.ts";
import { startReceiver } from "../support/receiver.ts";
import type { Receiver } from "../support/receiver.ts";
import { pay, refund, voidOf } from "../support/requests.ts";
import type { Client } from "../support/sandbox.ts";
import { clientOn, startWith } from "./started.ts";
import type { Started } from "./started.ts";

const MERCHANT = "CAUSES";
const CHALLENGED = "5123450000000008";
const SCENARIO = {
  tables: { authentications: { [CHALLENGED]: { result: "CHALLENGE" } } },
  rules: [
    { id: "lost", when: { order: "lost" }, fault: { at: "after-commit", kind: "reset" } },
    { id: "never", when: { order: "never" }, fault: { at: "before-commit", kind: "close" } },
    { id: "in-turn", when: { order: "in-turn" }, outcomes: ["DECLINED", "APPROVED"] },
  ],
};

describe("what is notified", () => {
  let receiver: Receiver;
  let running: Started;
  let client: Client;
  beforeEach(async () => {
    receiver = await startReceiver();
    const notifications = { enabled: true, url: receiver.url };
    running = await startWith({
      merchants: { [MERCHANT]: { refundApproval: true, notifications } },
      scenario: SCENARIO,
    });
    client = clientOn(running, MERCHANT);
  });
  afterEach(async () => {
    await running.stop();
    await receiver.close();
  });

  const control = (path: string) =>
    request(running.sandbox.url).post(`/_sandbox/v1/merchants/${MERCHANT}/${path}`);
  /** Transaction, gateway code and status of the order of each, when there are so many. */
  const told = async (count: number): Promise<readonly string[]> => {
    await notificationsOf(running.sandbox.url, MERCHANT).settled(count);
    expect(receiver.received).to.have.length(count);
    return receiver.received.map(({ body }) =>
      ["transaction.id", "response.gatewayCode", "order.status"].map((path) => textAt(body, path)).join(" "),
    );
  };

  it("is a payment whose answer was lost, and none that was never stored", async () => {
    for (const order of ["never", "lost"]) {
      const answer = await client.put({ order, transaction: "1", body: pay() }).catch(() => undefined);
      expect(answer).to.equal(undefined);
    }
    expect(await told(1)).to.deep.equal(["1 APPROVED CAPTURED"]);
  });

  it("is each payment of a sequence once, though it is looked at twice", async () => {
    for (const transaction of ["1", "2"]) await client.put({ order: "in-turn", transaction, body: pay() });
    expect(await told(2)).to.deep.equal(["1 DECLINED FAILED", "2 APPROVED CAPTURED"]);
  });

  it("is each step of an authentication, and what its payer came to", async () => {
    const by = { order: "secure", transaction: "auth" };
    await client.put({ ...by, body: initiateAuthentication(CHALLENGED) });
    await client.put({ ...by, body: authenticate(CHALLENGED) });
    await control("orders/secure/transactions/auth/challenge").send({ outcome: "FAILED" });
    expect(await told(3)).to.deep.equal([
      "auth AUTHENTICATION_IN_PROGRESS AUTHENTICATION_INITIATED",
      "auth PENDING AUTHENTICATION_INITIATED",
      "auth DECLINED AUTHENTICATION_UNSUCCESSFUL",
    ]);
  });

  it("is a challenge that nobody answered, with the next call that changes its order", async () => {
    const by = { order: "left", transaction: "auth" };
    await client.put({ ...by, body: initiateAuthentication(CHALLENGED) });
    await client.put({ ...by, body: authenticate(CHALLENGED) });
    await advance(running.sandbox.url, MERCHANT, "PT10M");
    await client.put({ order: "left", transaction: "pay", body: payWith(CHALLENGED, "auth") });
    expect((await told(4)).slice(2)).to.deep.equal([
      "auth DECLINED AUTHENTICATION_UNSUCCESSFUL",
      "pay AUTHENTICATION_FAILED FAILED",
    ]);
  });

  it("is a refund that waits, and again when it is approved", async () => {
    await client.put({ order: "1", transaction: "1", body: pay() });
    const waits = await client.put({ order: "1", transaction: "2", body: refund() });
    const approved = await control("orders/1/transactions/2/approve");
    expect([waits.status, approved.status]).to.deep.equal([201, 200]);
    expect(await told(3)).to.deep.equal([
      "1 APPROVED CAPTURED",
      "2 SUBMITTED REFUND_REQUESTED",
      "2 APPROVED REFUNDED",
    ]);
  });

  it("is a browser payment that begins, and what the payer does on its page", async () => {
    const initiated = await client.put({ order: "1", transaction: "1", body: initiate(), version: 61 });
    expect((await payerOf(initiated).choose("pay")).status).to.be.below(400);
    expect(await told(2)).to.deep.equal(["1 SUBMITTED INITIATED", "1 APPROVED CAPTURED"]);
    expect(receiver.received.map(({ body }) => body["version"])).to.deep.equal(["61", "61"]);
  });

  it("is an outcome that came by itself, with the next change of its order", async () => {
    const body = initiate({ "order.reference": "TEST-SUCCESS-INIT" });
    await client.put({ order: "1", transaction: "1", body, version: 61 });
    await advance(running.sandbox.url, MERCHANT, "PT30S");
    const voided = await client.put({ order: "1", transaction: "2", body: refund("10.00") });
    const { notifications = [] } = await client.why(voided);
    expect(notifications).to.have.length(2);
    expect(await told(3)).to.deep.equal([
      "1 SUBMITTED INITIATED",
      "1 APPROVED CAPTURED",
      "2 SUBMITTED REFUND_REQUESTED",
    ]);
  });

  it("is nothing that is only explained", async () => {
    const path = `/api/rest/version/100/merchant/${MERCHANT}/order/1/transaction/1`;
    const explained = await control("explain").send({ path, body: pay() });
    expect(explained.status).to.equal(200);
    expect((explained.body as { exchange: object }).exchange).not.to.have.property("notifications");
    await client.put({ order: "1", transaction: "1", body: pay() });
    await client.put({ order: "1", transaction: "2", body: voidOf("1") });
    expect(await told(2)).to.deep.equal(["1 APPROVED CAPTURED", "2 APPROVED CANCELLED"]);
  });
});
