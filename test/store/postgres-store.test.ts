import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { lookFor } from "../../server/store/postgres/events.ts";
import { openPostgresStore } from "../../server/store/postgres/postgres-store.ts";
import type { PostgresStore } from "../../server/store/postgres/postgres-store.ts";
import { startPulse } from "../../server/store/postgres/pulse.ts";
import { ORDERS_AND_THEIR_RECORDS, StoreBusy, StoreUnusable } from "../../server/store/store.ts";
import type { Store } from "../../server/store/store.ts";
import { describeWithPostgres, openPostgres } from "../support/postgres.ts";
import type { Postgres } from "../support/postgres.ts";
import { adding, idsOf, KEY, refusalOf } from "./sample-orders.ts";
import { SESSION, TOKEN, valueIn } from "./sample-records.ts";
import { describeStore } from "./store-contract.ts";

const open = (url: string): Promise<Store> =>
  openPostgresStore({ url, connections: 4, log: () => undefined });

/** PostgreSQL's own, and what engines that spread over machines have instead. */
const ISOLATIONS = [
  ["read committed", "the PostgreSQL store"],
  ["serializable", "the PostgreSQL store with serializable transactions"],
] as const;

/** The URL of the same data, whose transactions are isolated so unless they say otherwise. */
function isolated(url: string, level: string): string {
  const value = level.replace(" ", "\\ ");
  return `${url}${encodeURIComponent(` -c default_transaction_isolation=${value}`)}`;
}

/** A process comes, does what one does for all, and goes. */
async function swept(url: string): Promise<void> {
  const store = await openPostgresStore({ url, connections: 2, log: () => undefined });
  const pulse = await startPulse({
    ...{ database: store.database, process: randomUUID(), living: () => undefined },
    ...{ stopwatch: () => performance.now(), exchangesKept: { usually: 10, own: new Map() } },
  });
  await pulse.stop();
  await pulse.leave();
  await store.close();
}

describeWithPostgres("PostgreSQL", () => {
  let postgres: Postgres;
  before(async () => {
    postgres = await openPostgres();
  });
  after(() => postgres.stop());

  for (const [isolation, name] of ISOLATIONS)
    describeStore(name, async () => {
      const url = isolated(await postgres.newData(), isolation);
      return { open: () => open(url), dispose: () => Promise.resolve() };
    });

  describe("its events", () => {
    const MANY = 50_000;
    let url: string;
    let store: PostgresStore;
    beforeEach(async () => {
      url = await postgres.newData();
      store = await openPostgresStore({ url, connections: 2, log: () => undefined });
      const text = `insert into sandbox_events
        select 'other', n, kind, 'TESTSHOP', now() - interval '10 minutes', '{}'
        from generate_series(1, ${MANY}) n, unnest(array[case when n % 10 = 0 then 'reset' else 'attempt' end]) kind`;
      await store.database.run({ text });
      await store.database.run({
        text: `insert into sandbox_processes values ('other', ${MANY}, now()), ('me', 0, now())`,
      });
      await store.database.run({ text: "analyze" });
    });
    afterEach(() => store.close());

    it("are found without reading those that are known, however many are kept", async () => {
      const { text, values = [] } = lookFor("me", new Map([["other", MANY - 3]]));
      const [plan] = await store.database.run({ text: `explain (analyze, format json) ${text}`, values });
      const read = JSON.stringify(plan).matchAll(/"(?:Actual Rows|Rows Removed by [\w ]+)":(\d+)/g);
      const most = Math.max(...[...read].map(([, rows]) => Number(rows)));
      expect(most).to.equal(3);
    });

    it("are deleted when they are of no more use: attempts soon, others later", async () => {
      await swept(url);
      const text = "select kind, count(*)::int as count from sandbox_events group by kind";
      expect(await store.database.run({ text })).to.deep.equal([{ kind: "reset", count: MANY / 10 }]);
    });
  });

  for (const [isolation, name] of ISOLATIONS)
    describe(`${name}, of which several processes have one each,`, () => {
      let url: string;
      let stores: readonly Store[];
      beforeEach(async () => {
        url = isolated(await postgres.newData(), isolation);
        // All at once: one of them makes the tables.
        stores = await Promise.all([1, 2, 3].map(() => open(url)));
      });
      afterEach(() => Promise.all(stores.map((store) => store.close())));
      const [ONE, TWO] = [0, 1];
      const storeFor = (index: number): Store => {
        const store = stores[index % stores.length];
        if (store === undefined) throw new Error("there is no store");
        return store;
      };

      it("has one secret", () => {
        expect(new Set(stores.map(({ secret }) => Buffer.from(secret).toString("hex"))).size).to.equal(1);
      });

      it("loses no change of many on the same order and record", async () => {
        const key = { ...KEY, records: [SESSION] };
        const work = (index: number): Promise<number> =>
          storeFor(index).transact(key, (found) => {
            const count = Number(found.records[0]?.["count"] ?? 0) + 1;
            return {
              ...adding(KEY, `${index}`)(found),
              records: [{ ...SESSION, value: { count } }],
              result: count,
            };
          });
        const counts = await Promise.all(Array.from({ length: 30 }, (_, index) => work(index)));
        expect(counts.toSorted((one, other) => one - other)).to.deep.equal(
          Array.from({ length: 30 }, (_, index) => index + 1),
        );
        expect(await idsOf(storeFor(ONE), KEY)).to.have.length(30);
        expect(await valueIn(storeFor(TWO), SESSION)).to.deep.equal({ count: 30 });
      });

      it("lets nobody begin what others have seen not to be there, and go on from it", async () => {
        for (let round = 0; round < 10; round += 1) {
          const names = [`a${round}`, `b${round}`] as const;
          // Each begins the one if the other is not there.
          const begin = (store: Store, mine: string, others: string): Promise<boolean> => {
            const records = [
              { ...SESSION, id: mine },
              { ...SESSION, id: others },
            ];
            return store.transact({ ...KEY, orderId: undefined, records }, ({ records: [, other] }) => ({
              order: undefined,
              records: other === undefined ? [{ ...SESSION, id: mine, value: {} }] : [],
              result: other === undefined,
            }));
          };
          const begun = await Promise.all([
            begin(storeFor(ONE), ...names),
            begin(storeFor(TWO), names[1], names[0]),
          ]);
          expect(begun.filter((it) => it)).to.have.length(1);
        }
      });

      it("keeps no rows of what was forgotten, and loses no change to those who look at it meanwhile", async () => {
        const turn = (index: number): Promise<void> =>
          storeFor(index).transact(
            { ...KEY, orderId: undefined, records: [SESSION, TOKEN] },
            ({ records }) => {
              const [there, counts] = records;
              const count = (name: string, more: boolean): number =>
                Number(counts?.[name] ?? 0) + (more ? 1 : 0);
              const isNew = there === undefined;
              const counted = { begun: count("begun", isNew), forgotten: count("forgotten", !isNew) };
              return {
                order: undefined,
                records: [
                  { ...SESSION, value: isNew ? {} : undefined },
                  { ...TOKEN, value: counted },
                ],
                result: undefined,
              };
            },
          );
        for (let round = 0; round < 8; round += 1)
          await Promise.all([...Array.from({ length: 15 }, (_, index) => turn(index)), swept(url)]);
        const { begun, forgotten } = (await valueIn(storeFor(ONE), TOKEN)) ?? {};
        expect([begun, forgotten]).to.deep.equal([60, 60]);
        expect(await valueIn(storeFor(TWO), SESSION)).to.equal(undefined);
        await swept(url);
        const rows = await postgres.query(
          url,
          "select kind from sandbox_entries where kind in ('session', 'token')",
        );
        expect(rows).to.deep.equal([{ kind: "token" }]);
      });

      it("forgets all of a commit or nothing of it when a reset races with it", async () => {
        const commit = (index: number): Promise<number> =>
          storeFor(ONE).transact({ ...KEY, orderId: `${index}`, records: [TOKEN] }, (found) => ({
            ...adding({ ...KEY, orderId: `${index}` }, "1")(found),
            records: [{ ...TOKEN, value: { last: index } }],
          }));
        for (let round = 0; round < 20; round += 1) {
          await commit(round);
          await Promise.all([
            commit(round + 1000),
            storeFor(TWO).reset(KEY.merchantId, ORDERS_AND_THEIR_RECORDS),
          ]);
          const left = await storeFor(TWO).list(KEY.merchantId, { limit: 10, after: undefined });
          const token = await valueIn(storeFor(TWO), TOKEN);
          expect([left.map(({ id }) => id), token]).to.be.deep.oneOf([
            [[], undefined],
            [[`${round + 1000}`], { last: round + 1000 }],
          ]);
        }
      });

      it("takes up a migration that another engine left half done", async () => {
        await storeFor(ONE).transact({ ...KEY, records: [] }, adding(KEY, "1"));
        await postgres.query(url, "update sandbox_meta set migrations = 0");
        const again = await open(url);
        expect(await idsOf(again, KEY)).to.deep.equal(["1"]);
        await again.close();
      });

      it("does not open for a release that is older than its tables, and is left as it is", async () => {
        await postgres.query(url, "update sandbox_meta set migrations = 1000");
        const refused = await refusalOf(open(url));
        expect(refused).to.be.instanceOf(StoreUnusable);
        expect(String(refused)).to.match(/has had 1000 migrations, and this release knows \d+/);
      });

      it("tells others to come back later when it is in the way of too many", async () => {
        await storeFor(ONE).transact({ ...KEY, records: [] }, adding(KEY, "1"));
        let runs = 0;
        const busy = await refusalOf(
          storeFor(ONE)
            .transact({ ...KEY, records: [] }, (found) => {
              runs += 1;
              return { ...adding(KEY, `${runs}`)(found), begun: [{ ...TOKEN, id: "taken", value: {} }] };
            })
            .then(() =>
              // Another record under an id that somebody has: work of the gateway never does that.
              storeFor(TWO).transact({ ...KEY, records: [] }, (found) => ({
                ...adding(KEY, "again")(found),
                begun: [{ ...TOKEN, id: "taken", value: {} }],
              })),
            ),
        );
        expect(busy).to.be.instanceOf(StoreBusy);
        expect(await idsOf(storeFor(ONE), KEY)).to.deep.equal(["1", "1"]);
      });
    });
});
