import type { JsonObject } from "../../server/domain/json.ts";
import type { RecordChange, RecordKind, ResetScope, Store } from "../../server/store/store.ts";
import { adding, contentOf } from "./sample-orders.ts";
import { EVICTION, evicting, KINDS, recordsIn } from "./sample-records.ts";

/** One step of work: a transaction for an order, changes of records, or both. */
export interface Commit {
  readonly merchantId: string;
  readonly orderId: string | undefined;
  readonly transactionId: string;
  readonly note: string;
  readonly records: readonly RecordChange[];
}

/** What a store should hold, in plain maps: the model that the real one is compared with. */
export interface PlainStore {
  /** Returns how many transactions the order has now; 0 without an order. */
  commit(commit: Commit): number;
  reset(merchantId: string, scope: ResetScope): void;
  /** Forgets the oldest orders up to this one, counts them in the record of evictions, and gives how many. */
  evict(merchantId: string, through: string): number;
  /** Like `everythingIn`. */
  content(merchants: readonly string[]): unknown;
}

interface PlainMerchant {
  readonly orders: Map<string, string[]>;
  readonly records: ReadonlyMap<RecordKind, Map<string, JsonObject>>;
}

export function createPlainStore(): PlainStore {
  const merchants = new Map<string, PlainMerchant>();
  const merchant = (id: string): PlainMerchant => {
    const there = merchants.get(id) ?? emptyMerchant();
    merchants.set(id, there);
    return there;
  };
  return {
    commit: ({ merchantId, orderId, transactionId, records }) => {
      const own = merchant(merchantId);
      for (const { kind, id, value } of records) {
        if (value === undefined) own.records.get(kind)?.delete(id);
        else own.records.get(kind)?.set(id, value);
      }
      if (orderId === undefined) return 0;
      const ids = [...(own.orders.get(orderId) ?? []), transactionId];
      own.orders.set(orderId, ids);
      return ids.length;
    },
    reset: (id, { orders, kinds }) => {
      if (orders) merchant(id).orders.clear();
      for (const kind of kinds) merchant(id).records.get(kind)?.clear();
    },
    evict: (id, through) => {
      const { orders, records } = merchant(id);
      const gone = [...orders.keys()].slice(0, [...orders.keys()].indexOf(through) + 1);
      for (const order of gone) orders.delete(order);
      const evictions = records.get(EVICTION.kind);
      const record = evicting(evictions?.get(EVICTION.id)).becomes(gone.length);
      if (gone.length > 0) evictions?.set(EVICTION.id, record);
      return gone.length;
    },
    content: (ids) => [ids.map((id) => ordersOf(merchant(id))), ids.map((id) => recordsOf(merchant(id)))],
  };
}

function emptyMerchant(): PlainMerchant {
  return { orders: new Map(), records: new Map(KINDS.map((kind) => [kind, new Map<string, JsonObject>()])) };
}

function ordersOf({ orders }: PlainMerchant): unknown[] {
  return [...orders].map(([id, ids]) => [id, ...ids]);
}

function recordsOf({ records }: PlainMerchant): unknown[] {
  return [...records].flatMap(([kind, ofKind]) => [...ofKind].map(([id, value]) => [kind, id, value]));
}

/** The same step of work on a real store. */
export function commitTo(store: Store, commit: Commit): Promise<number> {
  const { merchantId, orderId, transactionId, note, records } = commit;
  const adds = orderId === undefined ? undefined : adding({ merchantId, orderId }, transactionId, note);
  return store.transact({ merchantId, orderId, records }, (found) => {
    const work = adds?.(found) ?? { order: undefined, result: 0 };
    return { ...work, records };
  });
}

/** The orders of the merchants and their records, in the order of the store. */
export async function everythingIn(store: Store, merchants: readonly string[]): Promise<unknown> {
  return Promise.all([contentOf(store, merchants), recordsIn(store, merchants)]);
}
