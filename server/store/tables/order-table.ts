import type { OrderPart } from "../lines/commit-line.ts";
import { lengthOf, type StoredText } from "../lines/slab.ts";
import type { OrderKey, Page } from "../store.ts";

/**
 * An order: the JSON texts of its transactions with commas between them, read and parsed when they are needed. An entry
 * goes on from the one before it, and is never changed but for where it stands.
 */
export interface Entry extends StoredText {
  /** Its place among the merchant's orders, by first commit, with those that were evicted. */
  readonly place: number;
  readonly count: number;
  /** The batch that wrote it last; 0 when it was read from disk. */
  readonly batch: number;
}

interface MerchantOrders {
  readonly ids: string[];
  /** In the order of the ids. */
  entries: Map<string, Entry>;
  /** How many were evicted since the store was opened or reset: the place of the first one. */
  evicted: number;
  /** The batch of the last reset or eviction; 0 when there was none since the store was opened. */
  batch: number;
  bytes: number;
}

/** Every order, by merchant and then by order id: ids stay apart from each other and from property names. */
export interface OrderTable {
  readonly merchants: Map<string, MerchantOrders>;
  /** About how many bytes a snapshot of it takes. */
  bytes: number;
}

/** What a line takes beside its ids and transactions. */
const LINE_BYTES = 100;

export function createOrderTable(): OrderTable {
  return { merchants: new Map(), bytes: 0 };
}

/** The order's entry, and the batch that must be on disk before anyone may be told of it or of its absence. */
export function lookUp(table: OrderTable, key: OrderKey): { entry: Entry | undefined; batch: number } {
  const orders = table.merchants.get(key.merchantId);
  const entry = orders?.entries.get(key.orderId);
  return { entry, batch: Math.max(orders?.batch ?? 0, entry?.batch ?? 0) };
}

/** One page of a merchant's orders, and the batch that must be on disk before anyone may be told. */
export function pageOf(
  table: OrderTable,
  merchantId: string,
  page: Page,
): { entries: [string, Entry][]; batch: number } {
  const orders = table.merchants.get(merchantId);
  if (orders === undefined) return { entries: [], batch: 0 };
  const entries: [string, Entry][] = [];
  let batch = orders.batch;
  for (const id of idsOf(orders, page)) {
    const entry = orders.entries.get(id);
    if (entry === undefined) throw new Error("an order is in the index of its merchant but not in the table");
    entries.push([id, entry]);
    batch = Math.max(batch, entry.batch);
  }
  return { entries, batch };
}

function idsOf(
  { ids, entries, evicted }: MerchantOrders,
  { after, limit, newestFirst = false }: Page,
): readonly string[] {
  const found = after === undefined ? undefined : entries.get(after);
  const place = found && found.place - evicted;
  if (newestFirst) {
    const end = after === undefined ? ids.length : (place ?? 0);
    return ids.slice(Math.max(0, end - limit), end).reverse();
  }
  const start = after === undefined ? 0 : (place ?? Infinity) + 1;
  return ids.slice(start, start + limit);
}

/** The merchants that have, or have had, orders, and the batch that must be on disk before. */
export function merchantsHavingOrders({ merchants }: OrderTable): {
  merchantIds: readonly string[];
  batch: number;
} {
  // Any order that is on disk shows that the merchant has some: nobody need look at all of them.
  const batches = [...merchants.values()].map(({ batch, ids: [first = ""], entries }) =>
    Math.max(batch, entries.get(first)?.batch ?? 0),
  );
  return { merchantIds: [...merchants.keys()], batch: batches.reduce((max, one) => Math.max(max, one), 0) };
}

/** Adds the part's transactions to its order; a part that starts an order replaces what is there. */
export function addTransactions(
  table: OrderTable,
  merchantId: string,
  part: OrderPart<StoredText>,
  batch: number,
): Undo {
  const orders = table.merchants.get(merchantId) ?? begin(table, merchantId);
  const id = part.orderId;
  const before = orders.entries.get(id);
  const entry = entryOf(part, before, { place: orders.evicted + orders.ids.length, batch });
  const bytes = lengthOf(entry) - (before === undefined ? -id.length - LINE_BYTES : lengthOf(before));
  grow(table, orders, bytes);
  if (before === undefined) orders.ids.push(id);
  orders.entries.set(id, entry);
  return () => {
    grow(table, orders, -bytes);
    if (before !== undefined) return void orders.entries.set(id, before);
    orders.entries.delete(id);
    orders.ids.pop();
  };
}

function entryOf(
  { from, count, text: { slab, start, length } }: OrderPart<StoredText>,
  old: Entry | undefined,
  { place, batch }: Pick<Entry, "place" | "batch">,
): Entry {
  const before = from === 0 ? undefined : old;
  return { place: old?.place ?? place, count: from + count, batch, slab, start, length, before };
}

/** Forgets the merchant's orders. */
export function clearOrders(table: OrderTable, merchantId: string, batch: number): Undo {
  const before = table.merchants.get(merchantId) ?? emptyOrders(0);
  table.merchants.set(merchantId, emptyOrders(batch));
  table.bytes -= before.bytes;
  return () => {
    table.merchants.set(merchantId, before);
    table.bytes += before.bytes;
  };
}

/** How many orders the merchant has, and the batch that must be on disk before anyone may be told. */
export function countOrders(table: OrderTable, merchantId: string): { count: number; batch: number } {
  const { ids, batch } = table.merchants.get(merchantId) ?? emptyOrders(0);
  return { count: ids.length, batch };
}

/** How many orders an eviction up to this one forgets. */
export function countThrough(table: OrderTable, { merchantId, orderId }: OrderKey): number {
  const orders = table.merchants.get(merchantId);
  const last = orders?.entries.get(orderId);
  return orders === undefined || last === undefined ? 0 : last.place - orders.evicted + 1;
}

/** Forgets the merchant's oldest orders up to this one; none when it is not there. */
export function evictOrders(table: OrderTable, through: OrderKey, batch: number): Undo {
  const orders = table.merchants.get(through.merchantId);
  if (orders === undefined) return () => undefined;
  const before = { evicted: orders.evicted, batch: orders.batch };
  const gone = takeOldest(orders, countThrough(table, through));
  const bytes = gone.reduce((sum, [id, entry]) => sum + lengthOf(entry) + id.length + LINE_BYTES, 0);
  grow(table, orders, -bytes);
  Object.assign(orders, { evicted: before.evicted + gone.length, batch });
  return () => {
    grow(table, orders, bytes);
    orders.ids.unshift(...gone.map(([id]) => id));
    // The entries stand in the order of the ids.
    Object.assign(orders, { ...before, entries: new Map([...gone, ...orders.entries]) });
  };
}

function takeOldest({ ids, entries }: MerchantOrders, count: number): readonly (readonly [string, Entry])[] {
  return ids.splice(0, count).flatMap((id) => {
    const entry = entries.get(id);
    entries.delete(id);
    return entry === undefined ? [] : [[id, entry] as const];
  });
}

function begin({ merchants }: OrderTable, merchantId: string): MerchantOrders {
  const orders = emptyOrders(0);
  merchants.set(merchantId, orders);
  return orders;
}

function emptyOrders(batch: number): MerchantOrders {
  return { ids: [], entries: new Map(), evicted: 0, batch, bytes: 0 };
}

function grow(table: OrderTable, orders: MerchantOrders, bytes: number): void {
  table.bytes += bytes;
  orders.bytes += bytes;
}

/** Takes a change back. What was changed later has been taken back before. */
export type Undo = () => void;

/** Takes several changes back, the last one first. */
export function undoAll(undo: readonly Undo[]): void {
  for (const change of [...undo].reverse()) change();
}
