import { setTimeout as pause } from "node:timers/promises";
import type { StoreLog } from "../store-log.ts";
import { StoreBusy, StoreUnavailable } from "../store.ts";
import type { Found, ResetScope, Store, Work, WorkKey } from "../store.ts";
import { changeOf } from "../tables/work-change.ts";
import { isConflict, openDatabase } from "./database.ts";
import type { Database } from "./database.ts";
import { commitEntries, createReader, nameOf, toKey } from "./entries.ts";
import type { EntryRef, Snapshot } from "./entries.ts";
import { migrate } from "./migrations.ts";
import { orderOf, readingOf, recordOf } from "./reading.ts";
import type { Readable, Reading } from "./reading.ts";
import { createTurns } from "./turns.ts";
import type { Turns } from "./turns.ts";

export interface PostgresOptions {
  readonly url: string;
  readonly connections: number;
  readonly log: StoreLog;
  /** Is told how long the database took for each commit. */
  readonly synced?: (ms: number) => void;
  /** Of data that begin now and come from elsewhere; else it is made. */
  readonly secret?: Uint8Array;
}

/** The store that several processes share, and its database for what else they tell each other. */
export interface PostgresStore extends Store, Reading {
  readonly database: Database;
}

interface Open extends Readable {
  readonly turns: Turns;
  readonly synced: (ms: number) => void;
}

/** Orders and records in a PostgreSQL database, which any number of processes may use (docs/decisions/0014-postgres.md). */
export async function openPostgresStore(options: PostgresOptions): Promise<PostgresStore> {
  const database = await openDatabase(options);
  const secret = await migrate(database, options.secret).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const { synced = () => undefined } = options;
  const all: Open = { database, read: createReader(database), turns: createTurns(), synced };
  let closing: Promise<void> | undefined;
  const open = (): Open => {
    if (closing !== undefined) throw new StoreUnavailable("the store is closed");
    return all;
  };
  return {
    database,
    secret,
    transact: async (key, work) => transact(open(), key, work),
    ...readingOf(open),
    reset: async (merchantId, scope) => reset(open(), merchantId, scope),
    evict: async (merchantId, through) => evict(open(), merchantId, through),
    trouble: () => database.trouble(),
    // The database looks after its files itself.
    damage: () => [],
    acknowledgeDamage: () => Promise.resolve(),
    close: () => (closing ??= all.turns.idle().then(() => database.close())),
  };
}

/** So often work is run again because others changed what it saw; then they are told to come back later. */
const ATTEMPTS_MAX = 40;
/** What the pauses between attempts grow to, in milliseconds. */
const PAUSE_MAX = 20;

/**
 * Reads what the key names, runs the work on it, and commits what it came to with one statement, unless something of it
 * has changed in between: then all of it again. No connection is held and nothing is locked while the work runs.
 */
function transact<R>(
  { database, read, turns, synced }: Open,
  key: WorkKey,
  work: (found: Found) => Work<R>,
): Promise<R> {
  const { merchantId, orderId, records } = key;
  const refs: readonly EntryRef[] =
    orderId === undefined ? records : [{ kind: "order", id: orderId }, ...records];
  const attempt = async (): Promise<{ readonly result: R } | undefined> => {
    const snapshot = refs.length === 0 ? await read(merchantId, NOBODYS) : await read(merchantId, refs);
    const found = foundOf(key, snapshot);
    const done = work(found);
    const change = changeOf(key, found, done);
    if (change === undefined) return { result: done.result };
    if (snapshot.epoch === undefined) {
      await begin(database, merchantId);
      return undefined;
    }
    const asked = performance.now();
    try {
      await commitEntries(database, refs.length === 0 ? { ...snapshot, entries: [] } : snapshot, change);
      synced(performance.now() - asked);
      return { result: done.result };
    } catch (error) {
      if (isConflict(error)) return undefined;
      throw error;
    }
  };
  return turns.take(merchantId, refs.map(nameOf), async () => {
    for (let count = 0; count < ATTEMPTS_MAX; count += 1) {
      const ended = await attempt();
      if (ended !== undefined) return ended.result;
      // The first attempts fail for reasons that are over; later ones make room for others.
      if (count > 1) await pause(Math.min(count, PAUSE_MAX));
    }
    throw new StoreBusy("too many others change the same");
  });
}

/** Stands for the merchant alone where nothing else is asked for. */
const NOBODYS: readonly EntryRef[] = [{ kind: "clock", id: "clock" }];

function foundOf({ merchantId, orderId, records }: WorkKey, { entries }: Snapshot): Found {
  if (orderId === undefined)
    return { order: undefined, records: records.map((_, index) => recordOf(entries[index]?.text)) };
  const text = entries[0]?.text;
  return {
    order: text === undefined ? undefined : orderOf({ merchantId, orderId }, text),
    records: records.map((_, index) => recordOf(entries[index + 1]?.text)),
  };
}

async function begin({ run }: Database, merchantId: string): Promise<void> {
  const text = `insert into sandbox_merchants (merchant) values ($1) on conflict (merchant) do nothing`;
  await run({ text, values: [toKey(merchantId)] });
}

const EVICT = `
  with gone as (
    delete from sandbox_entries where merchant = $1 and kind = 'order' and place <= (
      select place from sandbox_entries where merchant = $1 and kind = 'order' and id = $2 and value is not null)
    returning value)
  select count(*) as orders from gone where value is not null`;

/** As a reset, but that nobody who waits is told of it. */
function evict({ database, turns }: Open, merchantId: string, through: string): Promise<number> {
  const merchant = toKey(merchantId);
  return turns.take(merchantId, undefined, () =>
    database.inTransaction(async (run) => {
      await run({
        text: `update sandbox_merchants set epoch = epoch + 1 where merchant = $1`,
        values: [merchant],
      });
      const [row] = await run({ text: EVICT, values: [merchant, toKey(through)] });
      return Number(row?.["orders"]);
    }),
  );
}

/** The merchant's row is changed first, for which all commits under way are waited for; those behind see the new epoch. */
function reset({ database, turns }: Open, merchantId: string, { orders, kinds }: ResetScope): Promise<void> {
  const merchant = toKey(merchantId);
  const forgotten = orders ? [...kinds, "order"] : kinds;
  return turns.take(merchantId, undefined, () =>
    database.inTransaction(async (run) => {
      const text = `update sandbox_merchants set epoch = epoch + 1, resets = resets + $2 where merchant = $1`;
      await run({ text, values: [merchant, orders ? 1 : 0] });
      const forget = `delete from sandbox_entries where merchant = $1 and kind = any($2::text[])`;
      await run({ text: forget, values: [merchant, forgotten] });
    }),
  );
}
