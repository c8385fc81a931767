import { isDeepStrictEqual } from "node:util";
import type { Low } from "lowdb";
import { createGroupCommit, type BatchWriter, type GroupCommit } from "./log/group-commit.ts";
import type { Lock } from "./folder/lock.ts";
import type { LogAdapter, LogData } from "./log/log-adapter.ts";
import type { DamageNotes } from "./log/damage.ts";
import type { LogTail, Taken } from "./log/log-tail.ts";
import {
  countOrders,
  countThrough,
  evictOrders,
  lookUp,
  merchantsHavingOrders,
  pageOf,
} from "./tables/order-table.ts";
import type { RecentOrders } from "./tables/recent-orders.ts";
import { countRecords, merchantsWith, recordPageOf, valueOf } from "./tables/record-table.ts";
import type { StoreLog } from "./store-log.ts";
import { applyCommit, clearMerchant, foundOf, lookUpWork, type StoreTable } from "./tables/store-table.ts";
import {
  StoreUnavailable,
  type EvictionRecord,
  type Found,
  type OrderKey,
  type Page,
  type Store,
} from "./store.ts";
import type { ListedRecord, RecordKind, RecordRef, ResetScope, Work, WorkKey } from "./store.ts";
import type { JsonObject } from "../domain/json.ts";
import type { Order } from "../domain/order/order.ts";
import { viewOf } from "./tables/table-view.ts";
import { changeOf } from "./tables/work-change.ts";

export interface StoreParts {
  readonly secret: Uint8Array;
  readonly low: Low<LogData>;
  readonly adapter: LogAdapter;
  readonly recent: RecentOrders;
  readonly tail: LogTail;
  readonly lock: Lock;
  readonly log: StoreLog;
  readonly damage: DamageNotes;
}

interface Committed {
  readonly table: StoreTable;
  readonly recent: RecentOrders;
  readonly tail: LogTail;
  readonly commits: GroupCommit;
}

/** The store's functions over the data that lowdb has read. */
export function storeOver(parts: StoreParts): Store {
  const commits = createGroupCommit(writerOf(parts), parts.log);
  const { recent, tail } = parts;
  const committed = { table: parts.low.data.table, recent, tail, commits };
  let closing: Promise<void> | undefined;
  const open = (): Committed => {
    if (closing !== undefined) throw closed();
    return committed;
  };
  return {
    secret: parts.secret,
    transact: (key, work) =>
      closing === undefined ? transact(committed, key, work) : Promise.reject(closed()),
    // Async functions, so that a closed store rejects instead of throwing.
    find: async (key) => find(open(), key),
    list: async (merchantId, page) => list(open(), merchantId, page),
    merchantsWithOrders: async () =>
      (await onDisk(open(), ({ orders }) => merchantsHavingOrders(orders))).merchantIds,
    countOrders: async (merchantId) =>
      (await onDisk(open(), ({ orders }) => countOrders(orders, merchantId))).count,
    evict: async (merchantId, through, record) => evict(open(), { merchantId, orderId: through }, record),
    findRecord: async (merchantId, ref) => (await findRecords(open(), merchantId, [ref]))[0],
    findRecords: (merchantId, refs) =>
      closing === undefined ? findRecords(committed, merchantId, refs) : Promise.reject(closed()),
    listRecords: async (merchantId, kind, page) => listRecords(open(), merchantId, kind, page),
    countRecords: async (merchantId, kind) =>
      (await onDisk(open(), ({ records }) => countRecords(records, merchantId, kind))).count,
    merchantsWith: async (kind) =>
      (await onDisk(open(), ({ records }) => merchantsWith(records, kind))).merchantIds,
    reset: async (merchantId, scope) => reset(open(), merchantId, scope),
    trouble: () => (committed.commits.healthy() ? undefined : CANNOT_WRITE),
    damage: () => parts.damage.list(),
    acknowledgeDamage: async () => {
      open();
      await parts.damage.acknowledge();
    },
    close: () => (closing ??= close(parts, committed)),
  };
}

function closed(): StoreUnavailable {
  return new StoreUnavailable("the store is closed");
}

function writerOf(parts: StoreParts): BatchWriter {
  const { tail } = parts;
  return {
    write: async () => {
      const taken = tail.take();
      await write(parts, taken);
      tail.written(taken);
    },
    tryRoom: async () => {
      demand(parts.lock);
      await parts.adapter.tryRoom();
    },
    forget: () => {
      tail.forget();
    },
  };
}

/** The view is taken in the same moment as the runs: the table is then what the disk will hold after them. */
async function write({ low, adapter, lock, tail }: StoreParts, taken: Taken): Promise<void> {
  demand(lock);
  const due = adapter.compactionDue();
  low.data.sealed = { ...taken, view: due ? viewOf(low.data.table) : undefined };
  // Later lines go to another file.
  if (due) tail.startAnew();
  await low.write();
}

function demand(lock: Lock): void {
  if (!lock.held()) throw new Error("the lock of the data folder has been removed; restart the sandbox");
}

/**
 * Nothing is awaited before the change is made: it is made to the very order and records that the work saw. No async
 * function, as most of what the store does is this, and the batch's own promise is all that it waits for.
 */
function transact<R>(
  { table, recent, tail, commits }: Committed,
  key: WorkKey,
  work: (found: Found) => Work<R>,
): Promise<R> {
  const looked = lookUpWork(table, key);
  const seen = commits.covering(looked.batch);
  try {
    const found = foundOf(recent, key, looked);
    const done = work(found);
    const change = changeOf(key, found, done);
    if (change === undefined) return resultOf(done, seen);
    const made = commits.add((batch, undo) => {
      applyCommit(table, tail.put(change), batch, undo);
    });
    return resultOf(done, made);
  } catch (error) {
    return failAfter(seen, error);
  }
}

function resultOf<R>({ result }: Work<R>, written: Promise<void> | undefined): Promise<R> {
  return written === undefined ? Promise.resolve(result) : written.then(() => result);
}

async function failAfter(seen: Promise<void> | undefined, error: unknown): Promise<never> {
  await seen;
  throw error;
}

/** What is found, when the batch that holds the newest of it is on disk. No async function: every GET waits for it. */
function onDisk<F extends { readonly batch: number }>(
  { table, commits }: Committed,
  look: (table: StoreTable) => F,
): Promise<F> {
  const found = look(table);
  return (commits.covering(found.batch) ?? ON_DISK).then(() => found);
}

async function find(committed: Committed, key: OrderKey): Promise<Order | undefined> {
  const { entry } = await onDisk(committed, ({ orders }) => lookUp(orders, key));
  return entry && committed.recent.orderOf(key, entry);
}

async function list(committed: Committed, merchantId: string, page: Page): Promise<readonly Order[]> {
  const { entries } = await onDisk(committed, ({ orders }) => pageOf(orders, merchantId, page));
  return entries.map(([orderId, entry]) => committed.recent.orderOf({ merchantId, orderId }, entry));
}

/** No async function either: every payment looks up a few records. */
function findRecords(
  { table, commits }: Committed,
  merchantId: string,
  refs: readonly RecordRef[],
): Promise<readonly (JsonObject | undefined)[]> {
  const { records, batch } = lookUpWork(table, { merchantId, orderId: undefined, records: refs });
  return (commits.covering(batch) ?? ON_DISK).then(() => records.map((entry) => entry && valueOf(entry)));
}

const CANNOT_WRITE = "The store cannot save payments: its last write failed.";

const ON_DISK = Promise.resolve();

async function listRecords(
  committed: Committed,
  merchantId: string,
  kind: RecordKind,
  page: Page,
): Promise<readonly ListedRecord[]> {
  const { entries } = await onDisk(committed, ({ records }) => recordPageOf(records, merchantId, kind, page));
  return entries.map(([id, entry]) => ({ id, value: valueOf(entry) }));
}

async function reset(
  { table, tail, commits }: Committed,
  merchantId: string,
  { orders, kinds }: ResetScope,
): Promise<void> {
  const line = { kind: "reset", merchantId, orders, kinds } as const;
  await commits.add((batch, undo) => {
    tail.putPlain(line);
    clearMerchant(table, line, batch, undo);
  });
}

/** The record's line stands first: if only this one gets to the disk, orders are kept too long. */
async function evict(
  { table, tail, commits }: Committed,
  through: OrderKey,
  { kind, id, was, becomes }: EvictionRecord,
): Promise<number> {
  const { merchantId, orderId } = through;
  const { order, records } = lookUpWork(table, { ...through, records: [{ kind, id }] });
  const [found] = records;
  if (order === undefined || !isDeepStrictEqual(found && valueOf(found), was)) return 0;
  const count = countThrough(table.orders, through);
  const text = JSON.stringify(becomes(count));
  const change = { kind: "commit", merchantId, order: undefined, records: [{ kind, id, text }] } as const;
  await commits.add((batch, undo) => {
    applyCommit(table, tail.put(change), batch, undo);
    tail.putPlain({ kind: "evict", merchantId, through: orderId });
    undo.push(evictOrders(table.orders, through, batch));
  });
  return count;
}

async function close({ adapter, lock }: StoreParts, { commits }: Committed): Promise<void> {
  try {
    await commits.idle();
    await adapter.close();
  } finally {
    await lock.release();
  }
}
