import type { CommitLine } from "../lines/commit-line.ts";
import {
  addTransactions,
  clearOrders,
  createOrderTable,
  lookUp,
  type Entry,
  type OrderTable,
} from "./order-table.ts";
import { changeRecord, clearRecords } from "./record-change.ts";
import type { ResetLine } from "../lines/log-line.ts";
import type { RecentOrders } from "./recent-orders.ts";
import type { StoredText } from "../lines/slab.ts";
import {
  createRecordTable,
  lookUpRecord,
  valueOf,
  type RecordEntry,
  type RecordTable,
} from "./record-table.ts";
import type { Found, WorkKey } from "../store.ts";
import type { Undo } from "./undo.ts";

/** Everything that the store holds. */
export interface StoreTable {
  readonly orders: OrderTable;
  readonly records: RecordTable;
}

export function createStoreTable(): StoreTable {
  return { orders: createOrderTable(), records: createRecordTable() };
}

/** About how many bytes a snapshot of it takes. */
export function bytesOf({ orders, records }: StoreTable): number {
  return orders.bytes + records.bytes;
}

/** What a key names, still as texts. */
export interface LookedUp {
  readonly order: Entry | undefined;
  readonly records: readonly (RecordEntry | undefined)[];
  /** The batch that must be on disk before anyone may be told. */
  readonly batch: number;
}

const NO_RECORDS: LookedUp["records"] & Found["records"] = [];

export function lookUpWork(table: StoreTable, { merchantId, orderId, records: refs }: WorkKey): LookedUp {
  const order = orderId === undefined ? undefined : lookUp(table.orders, { merchantId, orderId });
  let batch = order?.batch ?? 0;
  if (refs.length === 0) return { order: order?.entry, records: NO_RECORDS, batch };
  const records = refs.map((ref) => {
    const looked = lookUpRecord(table.records, merchantId, ref);
    batch = Math.max(batch, looked.batch);
    return looked.entry;
  });
  return { order: order?.entry, records, batch };
}

export function foundOf(
  recent: RecentOrders,
  { merchantId, orderId }: WorkKey,
  { order, records }: LookedUp,
): Found {
  return {
    order: order && orderId !== undefined ? recent.orderOf({ merchantId, orderId }, order) : undefined,
    records: records.length === 0 ? NO_RECORDS : records.map((entry) => entry && valueOf(entry)),
  };
}

/** Leaves behind the others what takes it back. */
export function applyCommit(
  table: StoreTable,
  { merchantId, order, records }: CommitLine<StoredText>,
  batch: number,
  undo: Undo[],
): void {
  for (const part of records) undo.push(changeRecord(table.records, merchantId, part, batch));
  if (order !== undefined) undo.push(addTransactions(table.orders, merchantId, order, batch));
}

/** Forgets what the reset names, and leaves behind the others what takes it back. */
export function clearMerchant(
  table: StoreTable,
  { merchantId, orders, kinds }: ResetLine,
  batch: number,
  undo: Undo[],
): void {
  undo.push(clearRecords(table.records, merchantId, kinds, batch));
  if (orders) undo.push(clearOrders(table.orders, merchantId, batch));
}
