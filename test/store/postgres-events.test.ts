import { expect } from "chai";
import { createEvents } from "../../server/store/postgres/events.ts";
import type { Events, ToldEvent } from "../../server/store/postgres/events.ts";
import type { Database } from "../../server/store/postgres/database.ts";
import { openPostgresStore } from "../../server/store/postgres/postgres-store.ts";
import type { PostgresStore } from "../../server/store/postgres/postgres-store.ts";
import { startPulse } from "../../server/store/postgres/pulse.ts";
import { StoreBusy } from "../../server/store/store.ts";
import { describeWithPostgres, openPostgres } from "../support/postgres.ts";
import type { Postgres } from "../support/postgres.ts";
import { eventually } from "../support/scenario-folder.ts";

const log = (): void => undefined;

describeWithPostgres("what processes tell one that was away", () => {
  let postgres: Postgres;
  let url: string;
  let store: PostgresStore;
  before(async () => {
    postgres = await openPostgres();
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
    await pulse.stop();
    await pulse.leave();
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

  it("are the latest changes by the control API and what inboxes keep in memory, however long ago", async () => {
    const events = eventsOf("teller", store.database);
    const tellAll = (kind: string, values: readonly object[]): Promise<unknown> =>
      Promise.all(
        values.map(
          (value) =>
            new Promise<void>((resolve) => {
              events.tell({ kind, merchantId: "A", body: JSON.stringify(value) }, resolve);
            }),
        ),
      );
    const numbered = <Value>(times: number, valueOf: (number: number) => Value): readonly Value[] =>
      Array.from({ length: times }, (_, index) => valueOf(index));
    await tellAll(
      "audit",
      numbered(1_002, (number) => ({ number })),
    );
    const answer = { kind: "answer", name: "main", answer: { status: 503 } };
    await tellAll("inbox", [answer]);
    for (const name of ["main", "other"])
      await tellAll(
        "inbox",
        numbered(102, (number) => ({ kind: "arrived", name, number })),
      );
    await twoHoursPass();
    const heard: ToldEvent[] = [];
    await eventsOf("follower", store.database).follow(
      (event) => heard.push(event),
      () => Promise.resolve(),
    );
    const told = heard.map(({ kind, body }) => ({
      ...(JSON.parse(body) as { number?: number }),
      news: kind,
    }));
    expect(told.filter(({ news }) => news === "audit").map(({ number }) => number)).to.deep.equal(
      numbered(1_000, (number) => number + 2),
    );
    const ofInboxes = told.filter(({ news }) => news === "inbox");
    expect(ofInboxes[0]).to.deep.equal({ ...answer, news: "inbox" });
    const arrivals = numbered(100, (number) => number + 2);
    expect(ofInboxes.slice(1).map(({ number }) => number)).to.deep.equal([...arrivals, ...arrivals]);
  });
});
