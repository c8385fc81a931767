import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { Response } from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import { eventually } from "../support/scenario-folder.ts";
import { answering } from "../support/receiver.ts";
import { authorize, capture, pay, withValue } from "../support/requests.ts";
import { eachNotified, MERCHANT, notifying } from "./notified.ts";

describe("notifications", () => {
  const its = eachNotified();
  const notesOf = async (response: Response): Promise<string> =>
    (await its.client().why(response)).notes.filter((note) => note.includes("otification")).join();

  it("tell a payment over HTTPS once, as retrieving it then answered, in its own version", async () => {
    await its.start({ SANDBOX_NOTIFICATION_SECRET: "s3cret" });
    const answer = await its.paid("1", notifying(pay(), `${its.secure().url}hook?a=b`), 60);
    const [delivered] = await its.notifications().settled(1);
    const retrieved = await its.client().getTransaction("1", "1", 60);
    const [received] = its.secure().received;
    expect(its.secure().received).to.have.length(1);
    expect(received).to.include({ method: "POST", path: "/hook?a=b" });
    expect(received?.body).to.deep.equal(retrieved.body).and.to.have.property("version", "60");
    expect(received?.headers).to.include({
      "content-type": "application/json;charset=UTF-8",
      "x-notification-secret": "s3cret",
      "x-notification-id": delivered?.id,
      "x-notification-attempt": "1",
    });
    const exchange = await its.client().why(answer);
    expect(exchange.notifications).to.deep.equal([{ id: delivered?.id, url: `${its.secure().url}hook?a=b` }]);
    expect(delivered).to.include({ state: "delivered", orderId: "1", exchange: exchange.id });
    expect(delivered?.attempts).to.have.length(1);
    expect(delivered?.attempts[0]).to.include({ number: 1, status: 200 }).and.not.have.property("reason");
  });

  it("go to the merchant's own address, also by http on this machine, without a secret when there is none", async () => {
    await its.start({ SANDBOX_NOTIFICATION_URL: `${its.plain().url}hook` });
    await its.paid("1");
    await its.notifications().settled(1);
    expect(its.plain().received[0]?.body).to.deep.include({ result: "SUCCESS" });
    expect(its.plain().received[0]?.headers).not.to.have.property("x-notification-secret");
  });

  it("go where the order was last told to, and elsewhere once another address is named", async () => {
    await its.start({ SANDBOX_NOTIFICATION_URL: `${its.plain().url}own` });
    const put = (transaction: string, body: JsonObject): Promise<Response> =>
      its.client().put({ order: "1", transaction, body });
    await put("1", authorize());
    await put("2", notifying(capture("10.00"), `${its.secure().url}a`));
    await put("3", capture("10.00"));
    await put("4", notifying(capture("10.00"), `${its.secure().url}b`));
    const sent = await its.notifications().settled(4);
    const expected = [
      `${its.plain().url}own`,
      `${its.secure().url}a`,
      `${its.secure().url}a`,
      `${its.secure().url}b`,
    ];
    expect(sent.map(({ url }) => url)).to.deep.equal(expected);
    expect(sent.map(({ transactionId }) => transactionId)).to.deep.equal(["1", "2", "3", "4"]);
  });

  it("say in the exchange why nothing is sent, and how to change it", async () => {
    await its.start({ SANDBOX_NOTIFICATIONS: "off" });
    const asked = await its.paid("1", notifying(pay(), `${its.secure().url}hook`));
    expect(await notesOf(asked)).to.include("must also be enabled in the administration portal");
    expect(await notesOf(asked)).to.include("SANDBOX_NOTIFICATIONS=on");
    expect(await notesOf(await its.paid("2"))).to.equal("");
    expect((await its.client().why(asked)).notifications).to.equal(undefined);
    expect((await its.notifications().list()).body).to.deep.include({ notifications: [] });
    await its.stop();
    await its.start();
    expect(await notesOf(await its.paid("3"))).to.include("no address is set in");
    expect(its.secure().received).to.deep.equal([]);
  });

  it("are owed by declines and by every change of the order, and not by refusals and repeated requests", async () => {
    await its.start({ SANDBOX_NOTIFICATION_URL: its.plain().url });
    const declined = withValue(pay(), "sourceOfFunds.provided.card.expiry.month", "05");
    expect((await its.paid("1", declined)).body).to.include({ result: "FAILURE" });
    expect((await its.paid("1", declined)).status).to.equal(200);
    expect((await its.client().put({ order: "1", transaction: "2", body: capture() })).status).to.equal(400);
    await its.paid("2");
    const sent = await its.notifications().settled(2);
    expect(sent.map(({ orderId }) => orderId)).to.deep.equal(["1", "2"]);
    expect(its.plain().received.map(({ body }) => body["result"])).to.deep.equal(["FAILURE", "SUCCESS"]);
  });

  it("of one order go one after the other, in the order of its transactions, also past a failure", async () => {
    await its.start({ SANDBOX_NOTIFICATION_URL: its.plain().url });
    its.plain().behave((response, { headers, body }) => {
      const isFirst = (body["transaction"] as JsonObject)["id"] === "1";
      answering(isFirst && headers["x-notification-attempt"] === "1" ? 503 : 200)(response);
    });
    await its.client().put({ order: "1", transaction: "1", body: authorize() });
    await its.client().put({ order: "1", transaction: "2", body: capture("10.00") });
    await its.notifications().settled(2);
    const told = its
      .plain()
      .received.map(({ headers, body }) => [
        (body["transaction"] as JsonObject)["id"],
        headers["x-notification-attempt"],
      ]);
    expect(told).to.deep.equal([
      ["1", "1"],
      ["1", "2"],
      ["2", "1"],
    ]);
  });

  it("that were not delivered survive a restart, and are delivered after it", async () => {
    const data = { SANDBOX_DATA: join(its.folder(), "kept"), SANDBOX_NOTIFICATION_RETRIES: "3600" };
    await its.start({ ...data, SANDBOX_NOTIFICATION_URL: its.plain().url });
    its.plain().behave(answering(500));
    await its.client().put({ order: "1", transaction: "1", body: authorize() });
    await its.client().put({ order: "1", transaction: "2", body: capture("10.00") });
    await eventually(
      async () => (await its.notifications().list()).text,
      (text) => text.includes('"status":500'),
    );
    await its.stop();
    its.plain().behave(answering(200));
    await its.start({ ...data, SANDBOX_NOTIFICATION_URL: its.plain().url });
    const sent = await its.notifications().settled(2);
    expect(sent.map(({ transactionId, attempts }) => [transactionId, attempts.length])).to.deep.equal([
      ["1", 2],
      ["2", 1],
    ]);
    expect(its.plain().received).to.have.length(3);
  });

  it("that wait for their merchant's stopped clock go on waiting after a restart", async () => {
    const data = { SANDBOX_DATA: join(its.folder(), "stopped"), SANDBOX_NOTIFICATION_RETRIES: "5" };
    const setClock = async (url: string, change: object): Promise<void> => {
      const path = `${url}/_sandbox/v1/merchants/${MERCHANT}/clock`;
      const moved = await fetch(path, { method: "PUT", body: JSON.stringify(change) });
      expect(moved.status).to.equal(200);
    };
    const before = await its.start({ ...data, SANDBOX_NOTIFICATION_URL: its.plain().url });
    await setClock(before.sandbox.url, { mode: "frozen", at: "2031-02-03T04:05:06Z" });
    its.plain().behave(answering(500));
    await its.paid("1");
    const isWaiting = (text: string): boolean => text.includes('"nextAttemptAt":"2031-02-03T04:05:11.000Z"');
    await eventually(async () => (await its.notifications().list()).text, isWaiting);
    await its.stop();
    its.plain().behave(answering(200));
    const { sandbox } = await its.start({ ...data, SANDBOX_NOTIFICATION_URL: its.plain().url });
    // Another order's is sent after it would have been.
    await its.paid("2");
    await its.notifications().settled(1);
    const told = its.plain().received.map(({ body }) => (body["order"] as JsonObject)["id"]);
    expect(told).to.deep.equal(["1", "2"]);
    expect((await its.notifications().list("?order=1")).text).to.satisfy(isWaiting);
    await setClock(sandbox.url, { advance: "PT6S" });
    const [first] = await its.notifications().settled(2);
    expect([first?.orderId, first?.state, first?.attempts.length]).to.deep.equal(["1", "delivered", 2]);
  });

  it("are forgotten with the orders that they are about, and not sent any more", async () => {
    const { sandbox } = await its.start({
      SANDBOX_NOTIFICATION_URL: its.plain().url,
      SANDBOX_NOTIFICATION_RETRIES: "3600",
    });
    its.plain().behave(answering(500));
    await its.paid("1");
    await its.plain().until(1);
    const reset = `${sandbox.url}/_sandbox/v1/merchants/${MERCHANT}/reset`;
    await fetch(reset, { method: "POST", body: '{"only":["orders"]}' });
    expect((await its.notifications().list()).body).to.deep.include({ notifications: [] });
    its.plain().behave(answering(200));
    await its.paid("1");
    await its.notifications().settled(1);
    expect(its.plain().received).to.have.length(2);
  });

  it("follow the settings of the merchant file, member by member", async () => {
    const file = join(its.folder(), "merchants.yaml");
    const merchant = (settings: string): string =>
      `merchants: [{ id: ${MERCHANT}, passwords: [sandbox], notifications: ${settings} }]\n`;
    await writeFile(file, merchant(`{ url: "${its.plain().url}", secret: own }`));
    await its.start({ SANDBOX_MERCHANTS: file, SANDBOX_NOTIFICATION_SECRET: "usual" });
    await its.paid("1");
    await its.notifications().settled(1);
    expect(its.plain().received[0]?.headers["x-notification-secret"]).to.equal("own");
    await its.stop();
    await writeFile(file, merchant("{ enabled: false }"));
    await its.start({ SANDBOX_MERCHANTS: file, SANDBOX_NOTIFICATION_URL: its.plain().url });
    expect((await its.client().why(await its.paid("2"))).notifications).to.equal(undefined);
  });
});
