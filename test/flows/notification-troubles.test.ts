import { expect } from "chai";
import request from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import type { Notification } from "../../server/domain/record/notification.ts";
import type { InboxView } from "../../server/http/control/notifications/inboxes.ts";
import { authenticate, initiate } from "../authentication/calls.ts";
import { notificationsOf } from "../support/notifications.ts";
import {
  authorize,
  capture,
  disbursement,
  pay,
  refund,
  update,
  verify,
  withValue,
} from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

const SECRET = "the-secret-of-the-merchant";
const CARDS = {
  lost: "4000000000061103",
  late: "4000000000061202",
  twice: "4000000000061301",
  "before-answer": "4000000000061400",
  "out-of-order": "4000000000061509",
  "wrong-secret": "4000000000061608",
  "missing-secret": "4000000000061707",
  published: "4000000000061806",
};

describe("the scenario file of notifications in trouble", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startTestSandbox({
      SANDBOX_NOTIFICATIONS: "on",
      SANDBOX_NOTIFICATION_SECRET: SECRET,
      SANDBOX_NOTIFICATION_RETRIES: "none",
    });
  });
  after(() => running.stop());

  let merchants = 0;

  /** A merchant who has chosen the file, and whose notifications go to an inbox. */
  const chosen = async () => {
    merchants += 1;
    const merchant = `TESTTROUBLE${merchants}`;
    const { url } = running.sandbox;
    const root = `/_sandbox/v1/merchants/${merchant}`;
    const scenarios = ["notifications", "default", "gateway-simulator"];
    expect((await request(url).put(`${root}/scenarios`).send({ scenarios })).status).to.equal(200);
    const inbox = async (): Promise<InboxView> =>
      (await request(url).get(`${root}/inboxes/main`)).body as InboxView;
    const { url: address } = await inbox();
    return {
      its: notificationsOf(url, merchant),
      /** `Transaction and attempt` of all that arrived, the oldest first. */
      arrived: async (): Promise<readonly string[]> =>
        (await inbox()).deliveries.toReversed().map(({ body, headers, secret }) => {
          const { id } = (body as JsonObject)["transaction"] as { readonly id: string };
          return `${id} ${headers["x-notification-attempt"] ?? ""} ${secret}`;
        }),
      put: async (transaction: string, body: JsonObject): Promise<void> => {
        const told = withValue(body, "order.notificationUrl", address);
        const client = clientOf(url, merchant);
        const sent = body["apiOperation"] === "AUTHENTICATE_PAYER" ? body : told;
        const answer = await client.put({ order: "1", transaction, body: sent });
        expect(answer.status, answer.text).to.be.oneOf([200, 201]);
      },
      control: (path: string, body: object) => request(url).put(`${root}/${path}`).send(body),
    };
  };
  const paidWith = (card: string): JsonObject => withValue(pay(), "sourceOfFunds.provided.card.number", card);

  it("loses a notification, delays one until the clock is moved, and sends one twice", async () => {
    const { its, put, arrived, control } = await chosen();
    await put("1", paidWith(CARDS.lost));
    expect((await its.settled(1))[0]).to.include({ state: "failed" });
    await put("2", refund("10.13"));
    await its.settled(2);
    expect(await arrived()).to.deep.equal(["2 1 right", "2 2 right"]);
    await put("3", refund("10.12"));
    // The queue may not have looked at it yet.
    for (;;) {
      await control("clock", { advance: "PT30S" });
      if ((await arrived()).length === 3) break;
    }
    expect((await arrived())[2]).to.equal("3 1 right");
  });

  it("tells before the answer, and in another order", async () => {
    const { its, put, arrived } = await chosen();
    await put("1", paidWith(CARDS["before-answer"]));
    expect(await arrived()).to.deep.equal(["1 1 right"]);
    await put("2", refund("10.15"));
    await put("3", refund("1.00"));
    await its.settled(3);
    expect(await arrived()).to.deep.equal(["1 1 right", "3 1 right", "2 1 right"]);
  });

  it("sends a wrong secret, and none", async () => {
    const { its, put, arrived } = await chosen();
    await put("1", paidWith(CARDS["wrong-secret"]));
    await put("2", refund("10.17"));
    await its.settled(2);
    expect(await arrived()).to.deep.equal(["1 1 wrong", "2 1 missing"]);
  });

  it("retries as published while the clock is moved over three days", async () => {
    const { its, put, arrived, control } = await chosen();
    await control("inboxes/main", { status: 500 });
    await put("1", paidWith(CARDS.published));
    while ((await arrived()).length === 0);
    await control("clock", { advance: "P4D" });
    expect((await its.settled(1))[0]).to.include({ state: "failed" });
    expect(await arrived()).to.have.length(15);
  });

  const AMOUNT = "10.13";
  const OPERATIONS: Readonly<Record<string, readonly [transaction: string, body: JsonObject][]>> = {
    AUTHORIZE: [["1", authorize(AMOUNT)]],
    PAY: [["1", pay(AMOUNT)]],
    CAPTURE: [
      ["1", authorize()],
      ["2", capture(AMOUNT)],
    ],
    REFUND: [
      ["1", pay()],
      ["2", refund(AMOUNT)],
    ],
    UPDATE_AUTHORIZATION: [
      ["1", authorize("1.00")],
      ["2", update(AMOUNT)],
    ],
    VERIFY: [["1", withValue(verify(), "sourceOfFunds.provided.card.number", CARDS.twice)]],
    DISBURSEMENT: [["1", disbursement(AMOUNT)]],
    INITIATE_AUTHENTICATION: [["1", initiate(CARDS.twice)]],
    AUTHENTICATE_PAYER: [
      ["1", initiate(CARDS.twice)],
      ["1", authenticate(CARDS.twice)],
    ],
  };
  for (const [operation, calls] of Object.entries(OPERATIONS))
    it(`plays with what ${operation} tells`, async () => {
      const { its, put } = await chosen();
      for (const [transaction, body] of calls) await put(transaction, body);
      const settled: readonly Notification[] = await its.settled(calls.length);
      const { played, attempts } = settled.at(-1) ?? {};
      expect(played).to.deep.equal({ delivery: "twice" });
      expect(attempts).to.have.length(2);
    });
});
