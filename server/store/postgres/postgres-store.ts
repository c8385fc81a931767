import { setTimeout as pause } from "node:timers/promises";
import type { JsonObject } from "../../domain/json.ts";
import type { Order, Transaction } from "../../domain/order/order.ts";
import type { StoreLog } from "../store-log.ts";
import { StoreBusy, StoreUnavailable } from "../store.ts";
import type {
  Found,
  ListedRecord,
  OrderKey,
  Page,
  RecordKind,
  ResetScope,
  Store,
  Work,
  WorkKey,
} from "../store.ts";
import { changeOf } from "../tables/work-change.ts";
import { isConflict, openDatabase } from "./database.ts";
import type { Database } from "./database.ts";
import { commitEntries, createReader, fromKey, nameOf, toKey } from "./entries.ts";
import type { EntryRef, ReadEntries, Snapshot } from "./entries.ts";
import { migrate } from "./migrations.ts";
import { createTurns } from "./turns.ts";
import type { Turns } from "./turns.ts";

export interface PostgresOptions {
  readonly url: string;
  readonly connections: number;
  readonly log: StoreLog;
  /** Of data that begin now and come from elsewhere; else it is made. */
  readonly secret?: Uint8Array;
}

/** The store that several processes share, and its database for what else they tell each other. */
export interface PostgresStore extends Store {
  readonly database: Database;
  /** How often the merchant's orders were reset. */
  resetsOf: (merchantId: string) => Promise<number>;
  /** Names the notifications that are on their way, of all merchants, in the order of their commits. */
  queuedNotifications: () => Promise<readonly { readonly merchantId: string; readonly id: string }[]>;
}

interface Open {
  readonly database: Database;
  readonly read: ReadEntries;
  readonly turns: Turns;
}

/** Orders and records in a PostgreSQL database, which any number of processes may use (docs/decisions/0014-postgres.md). */
export async function openPostgresStore(options: PostgresOptions): Promise<PostgresStore> {
  const database = await openDatabase(options);
  const secret = await migrate(database, options.secret).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const all: Open = { database, read: createReader(database), turns: createTurns() };
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
    healthy: () => database.healthy(),
    // The database looks after its files itself.
    damage: () => [],
    acknowledgeDamage: () => Promise.resolve(),
    close: () => (closing ??= all.turns.idle().then(() => database.close())),
  };
}

type Reading = Pick<
  PostgresStore,
  | "countOrders"
  | "countRecords"
  | "find"
  | "findRecord"
  | "findRecords"
  | "list"
  | "listRecords"
  | "merchantsWith"
  | "merchantsWithOrders"
  | "queuedNotifications"
  | "resetsOf"
>;

function readingOf(open: () => Open): Reading {
  return {
    find: async (key) => {
      const { entries } = await open().read(key.merchantId, [{ kind: "order", id: key.orderId }]);
      const text = entries[0]?.text;
      return text === undefined ? undefined : orderOf(key, text);
    },
    list: async (merchantId, page) => {
      const rows = await listed(open(), merchantId, "order", page);
      return rows.map(({ id, text }) => orderOf({ merchantId, orderId: id }, text));
    },
    merchantsWithOrders: async () => merchantsHaving(open(), "order"),
    countOrders: async (merchantId) => countOf(open(), merchantId, "order"),
    findRecord: async (merchantId, ref) => {
      const { entries } = await open().read(merchantId, [ref]);
      return recordOf(entries[0]?.text);
    },
    findRecords: async (merchantId, refs) => {
      const { entries } = await open().read(merchantId, refs);
      return entries.map(({ text }) => recordOf(text));
    },
    listRecords: async (merchantId, kind, page): Promise<readonly ListedRecord[]> => {
      const rows = await listed(open(), merchantId, kind, page);
      return rows.map(({ id, text }) => ({ id, value: JSON.parse(text) as JsonObject }));
    },
    countRecords: async (merchantId, kind) => countOf(open(), merchantId, kind),
    merchantsWith: async (kind) => merchantsHaving(open(), kind),
    resetsOf: async (merchantId) => {
      const text = `select resets from sandbox_merchants where merchant = $1`;
      const [row] = await open().database.run({ text, values: [toKey(merchantId)] });
      return Number(row?.["resets"] ?? 0);
    },
    queuedNotifications: async () => {
      const rows = await open().database.run({ name: "sandbox_queued", text: QUEUED });
      return rows.map(({ merchant, id }) => ({ merchantId: fromKey(merchant), id: fromKey(id) }));
    },
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
  { database, read, turns }: Open,
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
    try {
      await commitEntries(database, refs.length === 0 ? { ...snapshot, entries: [] } : snapshot, change);
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

function orderOf({ merchantId, orderId }: OrderKey, text: string): Order {
  return { merchantId, id: orderId, transactions: JSON.parse(`[${text}]`) as Transaction[] };
}

function recordOf(text: string | undefined): JsonObject | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as JsonObject);
}

async function begin({ run }: Database, merchantId: string): Promise<void> {
  const text = `insert into sandbox_merchants (merchant) values ($1) on conflict (merchant) do nothing`;
  await run({ text, values: [toKey(merchantId)] });
}

const LIST = `
  select id, value from sandbox_entries
  where merchant = $1 and kind = $2 and value is not null`;
const AFTER = `(
  select place from sandbox_entries where merchant = $1 and kind = $2 and id = $4 and value is not null)`;

async function listed(
  { database }: Open,
  merchantId: string,
  kind: RecordKind | "order",
  { limit, after, newestFirst = false }: Page,
): Promise<readonly { readonly id: string; readonly text: string }[]> {
  const behind = after === undefined ? "" : ` and place ${newestFirst ? "<" : ">"} ${AFTER}`;
  const text = `${LIST}${behind} order by place ${newestFirst ? "desc" : "asc"} limit $3`;
  const values = [toKey(merchantId), kind, Number.isFinite(limit) ? limit : null];
  const rows = await database.run({ text, values: after === undefined ? values : [...values, toKey(after)] });
  return rows.map(({ id, value }) => ({ id: fromKey(id), text: String(value) }));
}

async function merchantsHaving({ database }: Open, kind: RecordKind | "order"): Promise<readonly string[]> {
  const text = `
    select m.merchant from sandbox_merchants m
    where exists (select 1 from sandbox_entries e where e.merchant = m.merchant and e.kind = $1)`;
  const rows = await database.run({ text, values: [kind] });
  return rows.map(({ merchant }) => fromKey(merchant));
}

/** By the index of these alone. */
const QUEUED = `
  select merchant, id from sandbox_entries
  where kind = 'notification' and value like '%"state":"queued"%' order by place limit 10000`;

const COUNT = `
  select count(*) as entries from sandbox_entries where merchant = $1 and kind = $2 and value is not null`;

async function countOf({ database }: Open, merchantId: string, kind: RecordKind | "order"): Promise<number> {
  const [row] = await database.run({ text: COUNT, values: [toKey(merchantId), kind] });
  return Number(row?.["entries"]);
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
