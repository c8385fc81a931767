import { expect } from "chai";
import { createReader } from "../../server/store/postgres/entries.ts";
import { openPostgresStore } from "../../server/store/postgres/postgres-store.ts";
import type { PostgresStore } from "../../server/store/postgres/postgres-store.ts";
import type { Database, Row } from "../../server/store/postgres/database.ts";
import type { WorkKey } from "../../server/store/store.ts";
import { describeWithPostgres, openPostgres } from "../support/postgres.ts";
import type { Postgres } from "../support/postgres.ts";
import { KEY } from "./sample-orders.ts";

const MANY = 5_000;

describeWithPostgres("a database that has not looked at its tables yet", () => {
  let postgres: Postgres;
  let store: PostgresStore;
  before(async () => {
    postgres = await openPostgres();
    store = await openPostgresStore({ url: await postgres.newData(), connections: 2, log: () => undefined });
    await store.database.run({ text: "alter table sandbox_entries set (autovacuum_enabled = off)" });
    const begun = Array.from(
      { length: MANY },
      (_, index) => ({ kind: "notification", id: `${index}`, value: {} }) as const,
    );
    const key: WorkKey = { ...KEY, orderId: undefined, records: [] };
    await store.transact(key, () => ({ order: undefined, records: [], begun, result: undefined }));
  });
  after(async () => {
    await store.close();
    await postgres.stop();
  });

  it("finds a record by its id without reading the others of its kind", async () => {
    const plans: Row[] = [];
    const run: Database["run"] = async ({ text, values = [] }) => {
      plans.push(...(await store.database.run({ text: `explain (analyze, format json) ${text}`, values })));
      return [];
    };
    await createReader({ run })(KEY.merchantId, [{ kind: "notification", id: "2500" }]);
    const read = JSON.stringify(plans).matchAll(/"(?:Actual Rows|Rows Removed by [\w ]+)":(\d+)/g);
    expect(Math.max(...[...read].map(([, rows]) => Number(rows)))).to.equal(1);
  });
});
