import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import { describeWithPostgres, openPostgres } from "../support/postgres.ts";
import type { Postgres } from "../support/postgres.ts";
import { startReceiver } from "../support/receiver.ts";
import type { Receiver } from "../support/receiver.ts";
import { notificationsOf } from "../support/notifications.ts";
import { pay, withValue } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import type { RunningServer } from "./built-server.ts";
import { preparedProcesses } from "./shared-processes.ts";
import type { Processes } from "./shared-processes.ts";

const ROUNDS = 5;

describeWithPostgres("one of two processes over one database", () => {
  let postgres: Postgres;
  let receiver: Receiver;
  let processes: Processes;
  let servers: readonly RunningServer[];
  before(async () => {
    postgres = await openPostgres();
    receiver = await startReceiver();
    // As on a volume that tells nobody of what another machine has changed.
    processes = await preparedProcesses(postgres, receiver, {
      SANDBOX_WATCH: "off",
      SANDBOX_SCENARIO_SAVE: "on",
    });
    servers = await Promise.all([processes.start(), processes.start()]);
  });
  after(async () => {
    await processes.stop();
    await receiver.close();
    await postgres.stop();
  });

  let count = 0;
  let merchant = "";
  beforeEach(() => {
    count += 1;
    merchant = `TESTTOLD${count}`;
  });

  /** Either of them with the other one. */
  const eachWithOther = async (
    work: (one: RunningServer, other: RunningServer) => Promise<void>,
  ): Promise<void> => {
    const [one, other] = servers;
    if (one === undefined || other === undefined) throw new Error("two have to run");
    for (let round = 0; round < ROUNDS; round += 1) {
      await work(one, other);
      await work(other, one);
    }
  };
  const control = (path: string): string => `/_sandbox/v1/merchants/${merchant}/${path}`;

  it("answers in an inbox as the other one was told in front of it", async () => {
    const arrivedAt = async ({ url }: RunningServer): Promise<number> =>
      (await request(url).post("/_sandbox/inbox/main").send({ merchant })).status;
    await eachWithOther(async (one, other) => {
      await request(one.url).put(control("inboxes/main")).send({ status: 503 });
      expect(await arrivedAt(other)).to.equal(503);
      await request(one.url).delete(control("inboxes/main"));
      expect(await arrivedAt(other)).to.equal(200);
    });
  });

  it("shows and judges what the other one has answered, right behind the answer", async () => {
    let orders = 0;
    await eachWithOther(async (one, other) => {
      orders += 1;
      const refused = await clientOf(one.url, merchant).put({
        order: `${orders}`,
        transaction: "1",
        body: {},
      });
      const id = refused.get("X-Sandbox-Exchange") ?? "";
      expect((await request(other.url).get(`/_sandbox/v1/exchanges/${id}`)).status).to.equal(200);
      await clientOf(one.url, merchant).put({ order: `${orders}`, transaction: "2", body: pay() });
      const expectation = { exchanges: { operation: "PAY", outcome: "APPROVED" }, exactly: orders };
      const expected = { version: 1, expectations: [expectation] };
      const judged = await request(other.url).post(control("verify")).send(expected);
      expect(judged.body, judged.text).to.have.nested.property("expectations[0].passed", true);
    });
  });

  it("decides by the scenario files that the other one has saved or reloaded", async () => {
    let files = 0;
    const revisionOf = async ({ url }: RunningServer): Promise<unknown> =>
      ((await request(url).get("/_sandbox/v1/scenarios")).body as JsonObject)["revision"];
    await eachWithOther(async (one, other) => {
      files += 1;
      const before = await revisionOf(other);
      const text = `version: 1\nrules:\n  - { id: rule-${files}, outcome: DECLINED }\n`;
      await request(one.url).put(`/_sandbox/v1/scenarios/saved-${files}`).send({ text }).expect(200);
      const saved = await revisionOf(other);
      expect(saved).to.not.equal(before);
      expect(saved).to.equal(await revisionOf(one));
      await rm(join(processes.scenarios, `saved-${files}.yaml`));
      await request(one.url).post("/_sandbox/v1/scenarios/reload").expect(200);
      expect(await revisionOf(other)).to.equal(before);
    });
  });

  it("delivers to the inbox that the other one shows, and over plain HTTP as to its own", async () => {
    let orders = 0;
    await eachWithOther(async (one, other) => {
      const { url } = (await request(other.url).get(control("inboxes/shown"))).body as {
        readonly url: string;
      };
      orders += 1;
      const order = `${orders}`;
      const body = withValue(pay(), "order.notificationUrl", url);
      await clientOf(one.url, merchant).put({ order, transaction: "1", body });
      const sent = await notificationsOf(one.url, merchant).wait({ order });
      expect(sent.body, sent.text).to.have.nested.property("notifications[0].state", "delivered");
    });
  });
});
