import type { JsonObject } from "../../server/domain/json.ts";
import {
  type EvictionRecord,
  RECORD_KINDS,
  type RecordChange,
  type RecordKind,
  type RecordRef,
  type Store,
} from "../../server/store/store.ts";
import { KEY, sampleTransaction } from "./sample-orders.ts";

export const KINDS: readonly RecordKind[] = RECORD_KINDS;

export const SESSION: RecordRef = { kind: "session", id: "session" };
export const TOKEN: RecordRef = { kind: "token", id: "token" };
export const EVICTION: RecordRef = { kind: "eviction", id: "orders" };

/** Changes records in one commit, without an order. */
export function change(store: Store, merchantId: string, ...records: RecordChange[]): Promise<void> {
  return store.transact({ merchantId, orderId: undefined, records }, () => ({
    order: undefined,
    records,
    result: undefined,
  }));
}

export function put(store: Store, ref: RecordRef, value: JsonObject): Promise<void> {
  return change(store, KEY.merchantId, { ...ref, value });
}

/** What an eviction makes of the record that tells of it: how many orders went so far. */
export function evicting(was?: JsonObject): EvictionRecord {
  return { ...EVICTION, was, becomes: (orders) => ({ orders: Number(was?.["orders"] ?? 0) + orders }) };
}

export function forget(store: Store, ref: RecordRef): Promise<void> {
  return change(store, KEY.merchantId, { ...ref, value: undefined });
}

/** Adds a transaction to the sample order and changes records, as a payment by a session does, in one commit. */
export function addWith(store: Store, id: string, ...records: RecordChange[]): Promise<void> {
  return store.transact({ ...KEY, records }, ({ order }) => ({
    order: {
      merchantId: KEY.merchantId,
      id: KEY.orderId,
      transactions: [...(order?.transactions ?? []), sampleTransaction(id)],
    },
    records,
    result: undefined,
  }));
}

export async function valueIn(store: Store, ref: RecordRef): Promise<JsonObject | undefined> {
  return store.findRecord(KEY.merchantId, ref);
}

/** Every record of some merchants by kind, as [kind, id, value], for comparing whole states. */
export async function recordsIn(store: Store, merchants: readonly string[]): Promise<unknown[][]> {
  const all = { limit: Infinity, after: undefined };
  return Promise.all(
    merchants.map(async (merchantId) => {
      const lists = await Promise.all(
        KINDS.map(async (kind) =>
          (await store.listRecords(merchantId, kind, all)).map(({ id, value }) => [kind, id, value]),
        ),
      );
      return lists.flat();
    }),
  );
}
