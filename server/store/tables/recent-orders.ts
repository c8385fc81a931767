import type { Order, Transaction } from "../../domain/order/order.ts";
import type { Entry } from "./order-table.ts";
import { bytesBehind, lengthOf, type StoredText } from "../lines/slab.ts";
import type { OrderKey } from "../store.ts";

/**
 * The orders that were looked at last, parsed: who looks at an order mostly looks again, and of one that has grown
 * since only what is new is parsed.
 */
export interface RecentOrders {
  /** The list of transactions is the caller's own; the transactions are shared, and nobody changes them. */
  orderOf(key: OrderKey, entry: Entry): Order;
}

/** What is kept at most; a single order no more than a share of the texts. */
export interface RecentSize {
  readonly orders: number;
  readonly textBytes: number;
}

export const RECENT_SIZE: RecentSize = { orders: 256, textBytes: 1 << 21 };

const SHARES = 8;

interface ReadOrder {
  readonly transactions: readonly Transaction[];
  readonly bytes: number;
}

/** The one that was read first is the first of the map. */
interface Kept {
  readonly size: RecentSize;
  readonly orders: Map<StoredText, ReadOrder>;
  bytes: number;
}

export function createRecentOrders(size: RecentSize): RecentOrders {
  const kept: Kept = { size, orders: new Map(), bytes: 0 };
  return {
    orderOf: ({ merchantId, orderId }, entry) => {
      const transactions = kept.orders.get(entry)?.transactions ?? read(kept, entry);
      return { merchantId, id: orderId, transactions: [...transactions] };
    },
  };
}

function read(kept: Kept, entry: Entry): readonly Transaction[] {
  const known = knownBefore(kept, entry);
  const before = known && kept.orders.get(known);
  const fresh = parsed(
    bytesBehind(entry, known).toString(),
    entry.count - (before?.transactions.length ?? 0),
  );
  const transactions = before === undefined ? fresh : [...before.transactions, ...fresh];
  if (known !== undefined) drop(kept, known);
  keep(kept, entry, { transactions, bytes: lengthOf(entry) });
  return transactions;
}

/** The last text before it that has been read. */
function knownBefore({ orders }: Kept, { before }: Entry): StoredText | undefined {
  let text = before;
  while (text !== undefined && !orders.has(text)) text = text.before;
  return text;
}

function parsed(text: string, count: number): readonly Transaction[] {
  return count === 1 ? [JSON.parse(text) as Transaction] : (JSON.parse(`[${text}]`) as Transaction[]);
}

function keep(kept: Kept, entry: Entry, order: ReadOrder): void {
  const { size, orders } = kept;
  if (order.bytes > size.textBytes / SHARES) return;
  orders.set(entry, order);
  kept.bytes += order.bytes;
  for (const oldest of orders.keys()) {
    if (orders.size <= size.orders && kept.bytes <= size.textBytes) return;
    drop(kept, oldest);
  }
}

function drop(kept: Kept, text: StoredText): void {
  kept.bytes -= kept.orders.get(text)?.bytes ?? 0;
  kept.orders.delete(text);
}
