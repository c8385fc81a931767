import type { Low } from "lowdb";
import { createGroupCommit, type GroupCommit } from "./group-commit.ts";
import type { Lock } from "./lock.ts";
import type { LogAdapter, LogData } from "./log-adapter.ts";
import { formatLine } from "./log-line.ts";
import { addTransactions, clearMerchant, lookUp, orderOf, pageOf, type OrderTable } from "./order-table.ts";
import type { StoreLog } from "./store-log.ts";
import { StoreUnavailable, type OrderKey, type Page, type Store, type Work } from "./store.ts";
import type { Order } from "../domain/order.ts";
import { viewOf } from "./table-view.ts";
import { changeOf } from "./work-change.ts";

export interface StoreParts {
  readonly secret: Uint8Array;
  readonly low: Low<LogData>;
  readonly adapter: LogAdapter;
  readonly lock: Lock;
  readonly log: StoreLog;
}

interface Orders {
  readonly table: OrderTable;
  readonly commits: GroupCommit;
}

/** The store's functions over the data that lowdb has read. */
export function storeOver(parts: StoreParts): Store {
  const orders = {
    table: parts.low.data.table,
    commits: createGroupCommit((lines) => write(parts, lines), parts.log),
  };
  let closing: Promise<void> | undefined;
  const open = (): Orders => {
    if (closing !== undefined) throw new StoreUnavailable("the store is closed");
    return orders;
  };
  return {
    secret: parts.secret,
    // Async functions, so that a closed store rejects instead of throwing.
    transact: async (key, work) => transact(open(), key, work),
    find: async (key) => find(open(), key),
    list: async (merchantId, page) => list(open(), merchantId, page),
    reset: async (merchantId) => reset(open(), merchantId),
    healthy: () => orders.commits.healthy(),
    close: () => (closing ??= close(parts, orders)),
  };
}

/** The view is taken in the same moment as the lines: the table is then what the disk will hold after them. */
async function write({ low, adapter, lock }: StoreParts, lines: readonly Buffer[]): Promise<void> {
  if (!lock.held()) throw new Error("the lock of the data folder is gone");
  low.data.sealed = { lines, view: adapter.compactionDue() ? viewOf(low.data.table) : undefined };
  await low.write();
}

/** Nothing is awaited before the change is made: it is added to the very order that the work saw. */
async function transact<R>(
  { table, commits }: Orders,
  key: OrderKey,
  work: (order: Order | undefined) => Work<R>,
): Promise<R> {
  const { entry, batch } = lookUp(table, key);
  const seen = commits.covering(batch);
  try {
    const before = entry && orderOf(key, entry);
    const done = work(before);
    const change = changeOf(key, before, done);
    await (change === undefined
      ? seen
      : commits.add(formatLine(change), (number) => addTransactions(table, change, number)));
    return done.result;
  } catch (error) {
    await seen;
    throw error;
  }
}

async function find({ table, commits }: Orders, key: OrderKey): Promise<Order | undefined> {
  const { entry, batch } = lookUp(table, key);
  await commits.covering(batch);
  return entry && orderOf(key, entry);
}

async function list({ table, commits }: Orders, merchantId: string, page: Page): Promise<readonly Order[]> {
  const { entries, batch } = pageOf(table, merchantId, page);
  await commits.covering(batch);
  return entries.map(([orderId, entry]) => orderOf({ merchantId, orderId }, entry));
}

async function reset({ table, commits }: Orders, merchantId: string): Promise<void> {
  await commits.add(formatLine({ kind: "reset", merchantId }), (batch) =>
    clearMerchant(table, merchantId, batch),
  );
}

async function close({ adapter, lock }: StoreParts, { commits }: Orders): Promise<void> {
  try {
    await commits.idle();
    await adapter.close();
  } finally {
    await lock.release();
  }
}
