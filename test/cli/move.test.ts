import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import { moveCommand } from "../../server/cli/move.ts";
import { openLogStore } from "../../server/store/log-store.ts";
import type { Store } from "../../server/store/store.ts";
import { sessionOf, keptClientOf } from "../support/kept.ts";
import { describeWithPostgres, openPostgres } from "../support/postgres.ts";
import type { Postgres } from "../support/postgres.ts";
import { authorize, capture, pay, withValues } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import { ODD_IDS } from "../store/odd-ids.ts";
import { add } from "../store/sample-orders.ts";
import { change, KINDS } from "../store/sample-records.ts";
import { complaintOf, runCommand } from "./running-command.ts";
import type { Done } from "./running-command.ts";

describeWithPostgres("move", () => {
  let postgres: Postgres;
  let folder: string;
  before(async () => {
    postgres = await openPostgres();
  });
  after(() => postgres.stop());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "sandbox-move-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const at = (name: string): string => join(folder, name);
  const move = (from: string, to: string): Promise<Done> =>
    runCommand(moveCommand, ["--from", from, "--to", to]);
  const inStore = async (name: string, work: (store: Store) => Promise<unknown>): Promise<void> => {
    const store = await openLogStore({ folder: at(name), log: () => undefined });
    await work(store);
    await store.close();
  };

  it("copies everything to a database and back, in its order, whatever it is called", async () => {
    await inStore("first", async (store) => {
      for (const [index, orderId] of ODD_IDS.entries()) {
        await add(store, { merchantId: "m", orderId }, "1");
        if (index % 3 === 0) await add(store, { merchantId: "m", orderId }, "2");
        await change(store, orderId, ...KINDS.map((kind) => ({ kind, id: orderId, value: { index } })));
      }
    });
    const url = await postgres.newData();
    const there = await move(at("first"), url);
    const records = ODD_IDS.length * KINDS.length;
    expect(there.printed).to.match(
      new RegExp(
        `^Copied 21 orders with 28 transactions and ${records} records of 22 merchants\\.\n` +
          "The same digest on both sides: [0-9a-f]{64}\n$",
      ),
    );
    const back = await move(url, at("second"));
    expect([back.exit, back.printed]).to.deep.equal([0, there.printed]);
  });

  it("takes the secret along: sessions open and requests are known again on the other side", async () => {
    const merchant = "TESTMOVE";
    const first = await startTestSandbox({ SANDBOX_DATA: at("data") });
    const kept = keptClientOf(first.sandbox.url, merchant);
    const { id } = sessionOf(await kept.createSession());
    await kept.updateSession(id, { sourceOfFunds: pay()["sourceOfFunds"] ?? {} });
    const before = await clientOf(first.sandbox.url, merchant).put({
      order: "1",
      transaction: "1",
      body: authorize(),
    });
    await first.stop();
    const url = await postgres.newData();
    await move(at("data"), url);
    const second = await startTestSandbox({ SANDBOX_STORE: url });
    try {
      const client = clientOf(second.sandbox.url, merchant);
      const again = await client.put({ order: "1", transaction: "1", body: authorize() });
      expect([again.status, again.body]).to.deep.equal([200, before.body]);
      expect((await client.put({ order: "1", transaction: "2", body: capture() })).status).to.equal(201);
      const body = withValues(pay(), { sourceOfFunds: undefined, "session.id": id });
      const paid = await client.put({ order: "2", transaction: "1", body });
      expect(paid.status, paid.text).to.equal(201);
      const listed = await request(second.sandbox.url).get(`/_sandbox/v1/merchants/${merchant}/orders`);
      expect((listed.body as { orders: unknown[] }).orders).to.have.length(2);
    } finally {
      await second.stop();
    }
  });

  it("refuses what would mix or miss data", async () => {
    await inStore("full", (store) => add(store, { merchantId: "m", orderId: "1" }, "1"));
    await inStore("other", (store) => add(store, { merchantId: "m", orderId: "2" }, "1"));
    const url = await postgres.newData();
    const running = await startTestSandbox({ SANDBOX_STORE: url });
    const cases: readonly (readonly [string, string, RegExp])[] = [
      [at("none"), url, /--from names .*none, which holds no data/],
      [at("full"), url, /1 sandboxes use the database; stop them/],
      [at("full"), at("other"), /--to holds data already/],
      ["", url, /--from is missing/],
    ];
    for (const [from, to, message] of cases)
      expect((await complaintOf(move(from, to))).message).to.match(message);
    await running.stop();
    expect((await complaintOf(move(at("full"), url))).message).to.match(/--to has a secret of its own/);
  });
});
