import type { StoreLog } from "../store-log.ts";
import { StoreUnavailable } from "../store.ts";
import type { Found, Store, Work, WorkKey } from "../store.ts";
import { changeOf } from "../tables/work-change.ts";
import { isConflict, undisturbed, unless } from "./attempts.ts";
import { openDatabase } from "./database.ts";
import type { Database } from "./database.ts";
import { commitEntries, createReader, nameOf, toKey } from "./entries.ts";
import type { EntryRef, Snapshot } from "./entries.ts";
import { evict, reset } from "./forgetting.ts";
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
    reset: async (merchantId, scope) => forget(open(), merchantId, (it) => reset(it, merchantId, scope)),
    evict: async (merchantId, through, record) =>
      forget(open(), merchantId, (it) => evict(it, { merchantId, orderId: through }, record)),
    trouble: () => database.trouble(),
    // The database looks after its files itself.
    damage: () => [],
    acknowledgeDamage: () => Promise.resolve(),
    close: () => (closing ??= all.turns.idle().then(() => database.close())),
  };
}

/** Nothing else of this process is under way for the merchant meanwhile. */
function forget<R>(
  { database, turns }: Open,
  merchantId: string,
  doing: (database: Database) => Promise<R>,
): Promise<R> {
  return turns.take(merchantId, undefined, () => doing(database));
}

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
    return unless(isConflict, async () => {
      await commitEntries(database, refs.length === 0 ? { ...snapshot, entries: [] } : snapshot, change);
      synced(performance.now() - asked);
      return done.result;
    });
  };
  return turns.take(merchantId, refs.map(nameOf), () => undisturbed(attempt));
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
