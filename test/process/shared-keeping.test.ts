import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { valueAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { authenticate, initiate } from "../authentication/calls.ts";
import { playMethod } from "../authentication/emulator.ts";
import { notificationsOf } from "../support/notifications.ts";
import { describeWithPostgres, openPostgres } from "../support/postgres.ts";
import type { Postgres } from "../support/postgres.ts";
import { startReceiver } from "../support/receiver.ts";
import type { Receiver } from "../support/receiver.ts";
import { pay, withValue } from "../support/requests.ts";
import { eventually } from "../support/scenario-folder.ts";
import { clientOf } from "../support/sandbox.ts";
import type { RunningServer } from "./built-server.ts";
import { preparedProcesses } from "./shared-processes.ts";
import type { Processes } from "./shared-processes.ts";

const MERCHANTS = `merchants:
  - { id: TESTSMALL, passwords: [sandbox], exchangesKept: 5 }
  - { id: TESTLOUD, passwords: [sandbox] }
`;
const EXCHANGES_KEPT = 10;
const MASTERCARD = "5123450000000008";

describeWithPostgres("what two processes over one database keep", () => {
  let postgres: Postgres;
  let receiver: Receiver;
  let folder: string;
  let processes: Processes;
  before(async () => {
    postgres = await openPostgres();
    receiver = await startReceiver();
    folder = await mkdtemp(join(tmpdir(), "sandbox-keeping-"));
    await writeFile(join(folder, "merchants.yaml"), MERCHANTS);
  });
  afterEach(() => processes.stop());
  after(async () => {
    await receiver.close();
    await postgres.stop();
    await rm(folder, { recursive: true });
  });

  const prepare = async (more: Readonly<Record<string, string>> = {}): Promise<void> => {
    const merchants = { SANDBOX_MERCHANTS: join(folder, "merchants.yaml") };
    processes = await preparedProcesses(postgres, receiver, { ...merchants, ...more });
  };
  const start = (): Promise<readonly [RunningServer, RunningServer]> =>
    Promise.all([processes.start(), processes.start()]);
  const paid = ({ url }: RunningServer, merchant: string, order: string): Promise<Response> =>
    clientOf(url, merchant).put({ order, transaction: "1", body: pay() });
  const bodyOf = async ({ url }: RunningServer, path: string): Promise<JsonObject> =>
    (await request(url).get(`/_sandbox/v1/${path}`)).body as JsonObject;

  it("is each merchant's own share of the journal, at both and at one that comes later", async () => {
    await prepare({ SANDBOX_JOURNAL_SIZE: String(EXCHANGES_KEPT) });
    const both = await start();
    const listed = async (server: RunningServer, merchant: string): Promise<readonly string[]> => {
      const { exchanges } = await bodyOf(server, `merchants/${merchant}/exchanges?limit=100`);
      return (exchanges as readonly { readonly id: string }[]).map(({ id }) => id).toSorted();
    };
    const small: string[] = [];
    for (const server of both) {
      for (let number = 0; number < 6; number += 1) {
        const answer = await paid(server, "TESTSMALL", `${small.length}`);
        small.push(answer.get("X-Sandbox-Exchange") ?? "");
      }
      for (let number = 0; number < 15; number += 1)
        await paid(server, "TESTLOUD", `${server.pid}-${number}`);
      const kept = JSON.stringify(small.slice(-5).toSorted());
      for (const each of both) {
        await eventually(
          () => listed(each, "TESTSMALL"),
          (seen) => JSON.stringify(seen) === kept,
        );
        await eventually(
          () => listed(each, "TESTLOUD"),
          (seen) => seen.length === EXCHANGES_KEPT,
        );
      }
    }
    const late = await processes.start();
    expect(await listed(late, "TESTSMALL")).to.deep.equal(small.slice(-5).toSorted());
    expect(await listed(late, "TESTLOUD")).to.have.length(EXCHANGES_KEPT);
  });

  it("is who saved a scenario file, and the revision that it has since, in the audit trail of both", async () => {
    await prepare({ SANDBOX_SCENARIO_SAVE: "on" });
    const both = await start();
    const text = "version: 1\nrules:\n  - { id: always, outcome: DECLINED }\n";
    const { revision } = await bodyOf(both[0], "scenarios/other");
    const saved = await request(both[0].url).put("/_sandbox/v1/scenarios/other").send({ text, revision });
    expect(saved.status, saved.text).to.equal(200);
    const made = (saved.body as { readonly revision: string }).revision;
    expect(made).not.to.equal(revision);
    for (const server of both) {
      const { changes } = await eventually(
        () => bodyOf(server, "audit"),
        (trail) => (trail["changes"] as unknown[]).length > 0,
      );
      const [change] = changes as readonly JsonObject[];
      const path = "/v1/scenarios/other";
      expect(change).to.include({ method: "PUT", path, status: 200, revision: made });
      expect(await bodyOf(server, "scenarios/other")).to.include({ revision: made });
    }
  });

  it("is every attempt at a notification, also for one that has not heard of any", async () => {
    await prepare();
    const teller = await processes.start();
    await paid(teller, "TESTLOUD", "1");
    const told = await notificationsOf(teller.url, "TESTLOUD").settled(1);
    expect(told[0]?.attempts.map(({ status }) => status)).to.deep.equal([200]);
    const attempts = "from sandbox_events where kind = 'attempt'";
    await eventually(
      () => postgres.query(processes.url, `select 1 ${attempts}`),
      (rows) => rows.length === 1,
    );
    await postgres.query(processes.url, `delete ${attempts}`);
    const { url } = await processes.start();
    expect(await notificationsOf(url, "TESTLOUD").settled(1)).to.deep.equal(told);
  });

  it("is what the issuer's hidden page has told the other one", async () => {
    await prepare();
    const both = await start();
    for (const [order, asking] of [["1", 1] as const, ["2", 0] as const]) {
      const call = { order, transaction: "auth" };
      const telling = clientOf(both[asking === 0 ? 1 : 0].url, "TESTLOUD");
      const initiated = await telling.put({
        ...call,
        body: withValue(initiate(MASTERCARD), "order.reference", "secure"),
      });
      expect((await playMethod(initiated)).status).to.equal(200);
      const client = clientOf(both[asking].url, "TESTLOUD");
      const asked = await client.put({ ...call, body: authenticate(MASTERCARD) });
      expect(valueAt(asked.body as Json, "authentication.3ds2.methodCompleted")).to.equal(true);
    }
  });
});

/** By the day: what is kept of all orders so far, and how many are evicted. A day's orders go up to a day late. */
const KEPT_ON: Readonly<Record<number, readonly [kept: readonly string[], evicted: number]>> = {
  1: [["1-0", "1-1"], 0],
  2: [["1-1", "2-0", "2-1"], 1],
  3: [["2-0", "2-1", "3-0", "3-1"], 2],
};

describeWithPostgres("orders that two processes over one database keep for a day", () => {
  let postgres: Postgres;
  let receiver: Receiver;
  before(async () => {
    postgres = await openPostgres();
    receiver = await startReceiver();
  });
  after(async () => {
    await receiver.close();
    await postgres.stop();
  });

  /** Two processes that start at once at noon of that day over the same data as those before, and end. */
  const noonOf = async <R>(
    day: number,
    url: string,
    work: (both: readonly [RunningServer, RunningServer]) => Promise<R>,
  ): Promise<R> => {
    const clock = `2030-01-0${day}T12:00:00Z`;
    const more = { SANDBOX_STORE: url, SANDBOX_DAYS_KEPT: "1", SANDBOX_CLOCK: clock };
    const processes = await preparedProcesses(postgres, receiver, more);
    try {
      return await work(await Promise.all([processes.start(), processes.start()]));
    } finally {
      await processes.stop();
    }
  };

  it("are evicted once, the oldest and no others, and both say so", async () => {
    const url = await postgres.newData();
    const orders: string[] = [];
    for (const day of [1, 2, 3]) {
      await noonOf(day, url, async (both) => {
        for (const [index, server] of both.entries()) {
          const order = `${day}-${index}`;
          orders.push(order);
          const call = { order, transaction: "1", body: pay() };
          expect((await clientOf(server.url, "TESTDAYS").put(call)).status).to.equal(201);
        }
        for (const server of both) {
          const client = clientOf(server.url, "TESTDAYS");
          const asked = await Promise.all(orders.map((order) => client.getOrder(order)));
          const kept = orders.filter((_, index) => asked[index]?.status === 200);
          const { merchants } = (await request(server.url).get("/_sandbox/v1/merchants")).body as {
            readonly merchants: readonly JsonObject[];
          };
          expect([kept, merchants[0]?.["evictedOrders"]]).to.deep.equal(KEPT_ON[day]);
        }
      });
    }
  });
});
