import { expect } from "chai";
import { createEvents } from "../../server/store/postgres/events.ts";
import type { Events, ToldEvent } from "../../server/store/postgres/events.ts";
import type { Database } from "../../server/store/postgres/database.ts";
import { openPostgresStore } from "../../server/store/postgres/postgres-store.ts";
import type { PostgresStore } from "../../server/store/postgres/postgres-store.ts";
import { startPulse } from "../../server/store/postgres/pulse.ts";
import { StoreBusy } from "../../server/store/store.ts";
import { openPostgres } from "../support/postgres.ts";
import type { Postgres } from "../support/postgres.ts";
import { eventually } from "../support/scenario-folder.ts";

const log = (): void => undefined;

describe("what processes tell one that was away", () => {
  let postgres: Postgres;
  let url: string;
  let store: PostgresStore;
  before(async function () {
    postgres = await openPostgres(this);
  });
  after(() => postgres.stop());
  const open: Events[] = [];
  beforeEach(async () => {
    url = await postgres.newData();
    store = await openPostgresStore({ url, connections: 3, log });
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((events) => events.close()));
    await store.close();
  });

  const eventsOf = (process: string, database: Database): Events => {
    const events = createEvents({ database, process, log });
    open.push(events);
    return events;
  };
  const told = (events: Events, kind: string, merchantId: string, parts: readonly string[]): Promise<void> =>
    new Promise((resolve) => {
      events.tell({ kind, merchantId, body: JSON.stringify({ parts }) }, resolve);
    });
  const twoHoursPass = async (): Promise<void> => {
    await postgres.query(url, "update sandbox_events set at = at - interval '2 hours'");
    const pulse = await startPulse({
      ...{ database: store.database, process: "leader", living: () => undefined },
      ...{ stopwatch: () => performance.now(), exchangesKept: { usually: 10, own: new Map() } },
    });
    await pulse.close();
  };

  it("are exchanges, and of each merchant the last reset of what memory holds, which nobody answers any more", async () => {
    let isAway = false;
    const { database } = store;
    const run: Database["run"] = (statement) =>
      isAway ? Promise.reject(new StoreBusy("away")) : database.run(statement);
    const heard: ToldEvent[] = [];
    const hasHeard = (count: number): Promise<unknown> =>
      eventually(
        () => Promise.resolve(heard),
        ({ length }) => length === count,
      );
    const teller = eventsOf("teller", database);
    const follower = eventsOf("follower", { ...database, run });
    await follower.follow(
      (event) => heard.push(event),
      () => Promise.resolve(),
    );
    await told(teller, "reset", "A", ["orders"]);
    await hasHeard(1);
    isAway = true;
    await told(teller, "exchange", "A", []);
    await told(teller, "reset", "A", ["orders", "journal", "coverage"]);
    await told(teller, "reset", "B", ["journal"]);
    await told(teller, "attempt", "A", []);
    await told(teller, "held", "A", []);
    await told(teller, "reset", "A", ["orders", "journal", "coverage"]);
    await told(teller, "reset", "A", ["journal", "clock"]);
    await told(teller, "reset", "B", ["orders"]);
    await twoHoursPass();
    await told(teller, "exchange", "B", []);
    isAway = false;
    await hasHeard(7);
    expect(heard.slice(1).map(({ kind, merchantId, isOld }) => [kind, merchantId, isOld])).to.deep.equal([
      ["exchange", "A", true],
      ["reset", "B", true],
      ["reset", "A", true],
      ["reset", "A", true],
      ["reset", "B", true],
      ["exchange", "B", false],
    ]);
  });
});
