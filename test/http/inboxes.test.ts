import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import type { InboxView } from "../../server/http/control/notifications/inboxes.ts";
import type { Scorecard } from "../../server/verdict/conduct/scorecard.ts";
import { notifying } from "../flows/notified.ts";
import { notificationsOf } from "../support/notifications.ts";
import { pay, withValue } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

const MERCHANT = "TESTINBOX";
const SECRET = "the-secret-of-the-merchant";
const CARD = "5123450000000008";

describe("the inbox", () => {
  let running: TestSandbox;
  beforeEach(async () => {
    running = await startTestSandbox({
      SANDBOX_NOTIFICATIONS: "on",
      SANDBOX_NOTIFICATION_RETRIES: "0.01,0.01",
      SANDBOX_NOTIFICATION_SECRET: SECRET,
    });
  });
  afterEach(() => running.stop());

  const url = (): string => running.sandbox.url;
  const address = (): string => `${url().replace("http:", "https:")}/_sandbox/inbox/main`;
  const control = (name = "main"): string => `/_sandbox/v1/merchants/${MERCHANT}/inboxes/${name}`;
  const inbox = async (name = "main"): Promise<InboxView> =>
    (await request(url()).get(control(name))).body as InboxView;
  const answer = async (body: object): Promise<Response> => request(url()).put(control()).send(body);
  const paid = async (order: string): Promise<void> => {
    const body = notifying(pay(), address());
    const sent = await clientOf(url(), MERCHANT).put({ order, transaction: "1", body });
    expect(sent.status, sent.text).to.equal(201);
  };
  const settled = (count = 1) => notificationsOf(url(), MERCHANT).settled(count);
  const post = (body: object | string, name = "main") =>
    request(url()).post(`/_sandbox/inbox/${name}`).set("Content-Type", "application/json").send(body);

  it("takes what a payment tells, with its headers, and says that its secret is right", async () => {
    await paid("1");
    const [sent] = await settled();
    expect(sent).to.include({ state: "delivered" });
    const { deliveries, ...rest } = await inbox();
    expect(rest).to.deep.equal({
      name: "main",
      url: address(),
      answer: { status: 200, delayMs: 0, never: false },
    });
    const retrieved = await clientOf(url(), MERCHANT).getTransaction("1", "1");
    expect(deliveries).to.deep.equal([
      {
        receivedAt: "2030-01-15T10:20:30.400Z",
        headers: {
          "content-type": "application/json;charset=UTF-8",
          "x-notification-id": sent?.id,
          "x-notification-attempt": "1",
        },
        secret: "right",
        body: retrieved.body as object,
        answer: { status: 200, delayMs: 0, never: false },
      },
    ]);
  });

  it("takes what another sandbox sends over http", async () => {
    const other = await startTestSandbox({
      SANDBOX_NOTIFICATIONS: "on",
      SANDBOX_NOTIFICATION_URL: `${url()}/_sandbox/inbox/main`,
    });
    await clientOf(other.sandbox.url, MERCHANT).put({ order: "1", transaction: "1", body: pay() });
    const [sent] = await notificationsOf(other.sandbox.url, MERCHANT).settled(1);
    await other.stop();
    expect(sent).to.include({ state: "delivered" });
    expect((await inbox()).deliveries.map(({ secret }) => secret)).to.deep.equal(["missing"]);
  });

  it("answers 500 for as long as it was told, so that the retries show", async () => {
    expect((await answer({ status: 500, times: 2 })).status).to.equal(200);
    await paid("1");
    const [sent] = await settled();
    expect(sent?.attempts.map(({ status }) => status)).to.deep.equal([500, 500, 200]);
    const { deliveries, answer: now } = await inbox();
    const seen = deliveries.map(({ headers, answer: { status } }) => [
      headers["x-notification-attempt"],
      status,
    ]);
    expect(seen).to.deep.equal([
      ["3", 200],
      ["2", 500],
      ["1", 500],
    ]);
    expect(now).to.deep.equal({ status: 200, delayMs: 0, never: false });
  });

  it("tells no rule of conduct anything, as it answers what its tester wants", async () => {
    await answer({ status: 500 });
    await paid("1");
    await settled();
    const told = await request(url()).get(`/_sandbox/v1/merchants/${MERCHANT}/conduct`);
    const card = told.body as Scorecard;
    expect(card.rules.filter(({ id, remarks }) => id.includes("notif") && remarks.length > 0)).to.deep.equal(
      [],
    );
    expect(card.blindSpots).to.include(
      "1 notification went to an inbox of the sandbox, which tells nothing of a receiver.",
    );
  });

  it("answers late", async () => {
    await answer({ delayMs: 150 });
    await paid("1");
    const [sent] = await settled();
    expect(sent?.attempts[0]?.latencyMs).to.be.at.least(140);
    expect(sent).to.include({ state: "delivered" });
  });

  it("never answers, until the sender gives up", async () => {
    await answer({ never: true, times: 1 });
    await paid("1");
    const [sent] = await settled();
    expect(sent?.attempts.map(({ reason }) => reason)).to.deep.equal(["no answer within 2000 ms", undefined]);
    expect((await inbox()).deliveries.map((it) => it.answer.never)).to.deep.equal([false, true]);
  });

  it("keeps nobody waiting when the sandbox stops", async () => {
    await answer({ never: true });
    const waiting = post({ merchant: MERCHANT }).then(
      () => "answered",
      () => "broken off",
    );
    while ((await inbox()).deliveries.length === 0);
    await running.stop();
    expect(await waiting).to.equal("broken off");
    running = await startTestSandbox();
  });

  it("says whether the secret is wrong or missing, and shows none", async () => {
    await post({ merchant: MERCHANT }).set("X-Notification-Secret", "another");
    await post({ merchant: MERCHANT });
    const found = await request(url()).get(control());
    expect((found.body as InboxView).deliveries.map(({ secret }) => secret)).to.deep.equal([
      "missing",
      "wrong",
    ]);
    expect(found.text).to.not.contain(SECRET).and.not.contain("another");
  });

  it("shows no card data of what somebody posts", async () => {
    const body = withValue(pay(), "merchant", MERCHANT);
    await post(withValue(body, "order.reference", CARD)).set("User-Agent", `agent ${CARD}`);
    const { text } = await request(url()).get(control());
    expect(text).to.contain("512345xxxxxx0008").and.not.contain(CARD);
  });

  it("is each merchant's own, whatever its name, and is listed, the one used last first", async () => {
    for (const name of ["one", "two", "one"]) await post({ merchant: MERCHANT }, name);
    await post({ merchant: "TESTOTHER" }, "one");
    const listed = await request(url()).get(`/_sandbox/v1/merchants/${MERCHANT}/inboxes`);
    const { inboxes } = listed.body as { readonly inboxes: readonly InboxView[] };
    expect(inboxes.map(({ name, deliveries }) => [name, deliveries.length])).to.deep.equal([
      ["one", 2],
      ["two", 1],
    ]);
  });

  it("is emptied, and answers 200 then; a reset of orders empties all", async () => {
    await answer({ status: 503 });
    expect((await post({ merchant: MERCHANT })).status).to.equal(503);
    expect((await request(url()).delete(control())).status).to.equal(204);
    expect((await inbox()).deliveries).to.deep.equal([]);
    expect((await post({ merchant: MERCHANT })).status).to.equal(200);
    await request(url())
      .post(`/_sandbox/v1/merchants/${MERCHANT}/reset`)
      .send({ only: ["orders"] });
    expect((await inbox()).deliveries).to.deep.equal([]);
  });

  it("keeps the newest hundred", async () => {
    for (let number = 0; number <= 100; number += 1) await post({ merchant: MERCHANT, number });
    const { deliveries } = await inbox();
    expect(deliveries).to.have.length(100);
    expect([deliveries[0]?.body, deliveries[99]?.body]).to.deep.equal([
      { merchant: MERCHANT, number: 100 },
      { merchant: MERCHANT, number: 1 },
    ]);
  });

  it("keeps no more than it has room for", async () => {
    const note = "x".repeat(60_000);
    for (let number = 0; number < 6; number += 1) await post({ merchant: MERCHANT, number, note });
    const kept = (await inbox()).deliveries.map(({ body }) => (body as { readonly number: number }).number);
    expect(kept).to.deep.equal([5, 4, 3, 2]);
    expect((await post({ merchant: MERCHANT, note: "x".repeat(66_000) })).status).to.equal(413);
  });

  it("forgets the inbox that was not used for longest when there are too many", async () => {
    for (let number = 0; number <= 100; number += 1) await post({ merchant: MERCHANT }, `n${number}`);
    expect((await inbox("n0")).deliveries).to.deep.equal([]);
    expect((await inbox("n1")).deliveries).to.have.length(1);
  });

  it("takes nothing that is no notification, from no other host, and from no page of somebody else", async () => {
    expect((await post({})).body).to.deep.include({
      status: 400,
      detail: "The body must have the member merchant, as notifications have.",
    });
    expect((await post("{")).status).to.equal(400);
    expect((await post({ merchant: "NOBODY" })).status).to.equal(404);
    expect((await post({ merchant: MERCHANT }, CARD)).status).to.equal(404);
    expect((await post({ merchant: MERCHANT }).set("Host", "shop.example")).status).to.equal(403);
    expect((await post({ merchant: MERCHANT }).set("Sec-Fetch-Site", "cross-site")).status).to.equal(403);
    expect((await inbox()).deliveries).to.deep.equal([]);
  });

  it("says what is wrong with how it shall answer", async () => {
    const wrong = await answer({ status: 100, delayMs: 70_000, never: "yes", after: 1 });
    expect(wrong.status).to.equal(400);
    for (const member of ["status", "delayMs", "never", "after"]) expect(wrong.text).to.contain(member);
  });
});
