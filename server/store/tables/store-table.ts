import type { CommitLine, RecordPart } from "../lines/commit-line.ts";
import type { ResetLine } from "../lines/log-line.ts";
import type { StoredText } from "../lines/slab.ts";
import type { Found, RecordKind, WorkKey } from "../store.ts";
import {
  addTransactions,
  clearOrders,
  createOrderTable,
  lookUp,
  type Entry,
  type OrderTable,
} from "./order-table.ts";
import type { RecentOrders } from "./recent-orders.ts";
import {
  createRecordTable,
  listedFrom,
  lookUpRecord,
  type RecordEntry,
  type Records,
  type RecordsByKind,
  type RecordTable,
  valueOf,
} from "./record-table.ts";
import type { Undo } from "./order-table.ts";

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

/** What a line takes beside the id and the value. */
const LINE_BYTES = 120;
/** So many forgotten records are not worth closing the gaps. */
const FEW_GAPS = 64;

/** Makes the record what the part says, or forgets it. */
export function changeRecord(
  table: RecordTable,
  merchantId: string,
  part: RecordPart<StoredText>,
  batch: number,
): Undo {
  const kinds: RecordsByKind = table.merchants.get(merchantId) ?? new Map<RecordKind, Records>();
  table.merchants.set(merchantId, kinds);
  const records = kinds.get(part.kind) ?? emptyRecords(0);
  kinds.set(part.kind, records);
  if (part.text !== undefined) return keep(table, records, { id: part.id, text: part.text }, batch);
  const restore = forget(table, records, part.id, batch);
  if (records.ids.length - records.entries.size <= Math.max(FEW_GAPS, records.entries.size)) return restore;
  // In a copy, so that what is undone later finds the places that it knows.
  kinds.set(part.kind, withoutGaps(records));
  return () => {
    kinds.set(part.kind, records);
    restore();
  };
}

function keep(
  table: RecordTable,
  records: Records,
  { id, text }: { readonly id: string; readonly text: StoredText },
  batch: number,
): Undo {
  const before = records.entries.get(id);
  const bytes = text.length - (before?.text.length ?? -id.length - LINE_BYTES);
  grow(table, records, bytes);
  if (before === undefined) records.ids.push(id);
  records.entries.set(id, { place: before?.place ?? records.ids.length - 1, text, batch });
  return () => {
    grow(table, records, -bytes);
    if (before !== undefined) return void records.entries.set(id, before);
    records.entries.delete(id);
    records.ids.pop();
  };
}

function forget(table: RecordTable, records: Records, id: string, batch: number): Undo {
  const before = records.entries.get(id);
  if (before === undefined) return () => undefined;
  const { batch: batchBefore } = records;
  const bytes = before.text.length + id.length + LINE_BYTES;
  grow(table, records, -bytes);
  records.ids[before.place] = undefined;
  records.entries.delete(id);
  records.batch = batch;
  return () => {
    grow(table, records, bytes);
    records.ids[before.place] = id;
    records.entries.set(id, before);
    records.batch = batchBefore;
  };
}

/** Forgets the merchant's records of these kinds. */
export function clearRecords(
  table: RecordTable,
  merchantId: string,
  forgotten: readonly RecordKind[],
  batch: number,
): Undo {
  const before = table.merchants.get(merchantId);
  if (before === undefined) return () => undefined;
  const after = [...before].map(([kind, records]): [RecordKind, Records] =>
    forgotten.includes(kind) ? [kind, emptyRecords(batch)] : [kind, records],
  );
  table.merchants.set(merchantId, new Map(after));
  const bytes = bytesOfChange(before.values()) - bytesOfChange(after.map(([, records]) => records));
  table.bytes -= bytes;
  return () => {
    table.merchants.set(merchantId, before);
    table.bytes += bytes;
  };
}

function bytesOfChange(kinds: Iterable<Records>): number {
  return [...kinds].reduce((sum, { bytes }) => sum + bytes, 0);
}

function emptyRecords(batch: number): Records {
  return { ids: [], entries: new Map(), batch, bytes: 0 };
}

function withoutGaps(records: Records): Records {
  const kept = [...listedFrom(records, 0)];
  const entries = kept.map(([id, entry], place): [string, RecordEntry] => [id, { ...entry, place }]);
  return { ...records, ids: kept.map(([id]) => id), entries: new Map(entries) };
}

function grow(table: RecordTable, records: Records, bytes: number): void {
  table.bytes += bytes;
  records.bytes += bytes;
}
