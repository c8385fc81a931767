import type { CommitLine } from "./commit-line.ts";
import {
  addTransactions,
  clearOrders,
  createOrderTable,
  lookUp,
  orderOf,
  type OrderTable,
} from "./order-table.ts";
import { changeRecord, clearRecords } from "./record-change.ts";
import type { ResetLine } from "./log-line.ts";
import type { StoredText } from "./slab.ts";
import { createRecordTable, lookUpRecord, valueOf, type RecordTable } from "./record-table.ts";
import type { Found, WorkKey } from "./store.ts";
import { undoAll, type Undo } from "./undo.ts";

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

/** What the key names, read when it is asked for, and the batch that must be on disk before anyone may be told. */
export function lookUpWork(table: StoreTable, key: WorkKey): { read: () => Found; batch: number } {
  const { merchantId, orderId } = key;
  const orderKey = orderId === undefined ? undefined : { merchantId, orderId };
  const order = orderKey && lookUp(table.orders, orderKey);
  const records = key.records.map((ref) => lookUpRecord(table.records, merchantId, ref));
  return {
    read: () => ({
      order: order?.entry && orderKey && orderOf(orderKey, order.entry),
      records: records.map(({ entry }) => entry && valueOf(entry)),
    }),
    batch: records.reduce((max, { batch }) => Math.max(max, batch), order?.batch ?? 0),
  };
}

export function applyCommit(table: StoreTable, line: CommitLine<StoredText>, batch: number): Undo {
  const { merchantId, order, records } = line;
  const undo = records.map((part) => changeRecord(table.records, merchantId, part, batch));
  if (order !== undefined) undo.push(addTransactions(table.orders, merchantId, order, batch));
  return () => {
    undoAll(undo);
  };
}

/** Forgets what the reset names. */
export function clearMerchant(table: StoreTable, line: ResetLine, batch: number): Undo {
  const { merchantId, orders, kinds } = line;
  const undo = [clearRecords(table.records, merchantId, kinds, batch)];
  if (orders) undo.push(clearOrders(table.orders, merchantId, batch));
  return () => {
    undoAll(undo);
  };
}
