import type { Transaction } from "../../server/domain/order/order.ts";
import { parseAmount, ZERO } from "../../server/domain/money.ts";
import type { Found, OrderKey, Store, Work, WorkKey } from "../../server/store/store.ts";
import type { LogFolder } from "./log-folder.ts";

/** A transaction as the store would get it; what it means does not matter here, its size may. */
export function sampleTransaction(id: string, note = ""): Transaction {
  return {
    id,
    operation: "PAY",
    type: "PAYMENT",
    version: 100,
    standalone: false,
    amount: parseAmount("12.34") ?? ZERO,
    currency: "EUR",
    targetTransactionId: undefined,
    outcome: {
      gatewayCode: "APPROVED",
      result: "SUCCESS",
      acquirerCode: "00",
      acquirerMessage: "Approved",
      securityCode: undefined,
      address: undefined,
    },
    ruleKey: undefined,
    at: 1_700_000_000_000,
    seed: 7,
    digest: "digest",
    card: undefined,
    request: { order: { reference: note } },
  };
}

export const KEY: OrderKey = { merchantId: "MERCHANT", orderId: "order" };

/** Work on one order and no records. */
export function workKey(key: OrderKey): WorkKey {
  return { ...key, records: [] };
}

/** The order with one more transaction, as work for the store; its result is the number of transactions. */
export function adding(key: OrderKey, id: string, note?: string): (found: Found) => Work<number> {
  return ({ order }) => {
    const transactions = [...(order?.transactions ?? []), sampleTransaction(id, note)];
    return {
      order: { merchantId: key.merchantId, id: key.orderId, transactions },
      records: [],
      result: transactions.length,
    };
  };
}

export function add(store: Store, key: OrderKey, id: string, note?: string): Promise<number> {
  return store.transact(workKey(key), adding(key, id, note));
}

/** Ids of the order's transactions; undefined when there is no such order. */
export async function idsOf(store: Store, key: OrderKey): Promise<readonly string[] | undefined> {
  return (await store.find(key))?.transactions.map((transaction) => transaction.id);
}

/** Everything the store holds of some merchants, for comparing whole states. */
export async function contentOf(store: Store, merchants: readonly string[]): Promise<unknown> {
  const all = { limit: Infinity, after: undefined };
  const lists = await Promise.all(merchants.map((merchantId) => store.list(merchantId, all)));
  return lists.map((orders) =>
    orders.map((order) => [order.id, ...order.transactions.map((transaction) => transaction.id)]),
  );
}

/** What the promise is rejected with; undefined when it is not. */
export async function refusalOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

export const OTHER: OrderKey = { ...KEY, orderId: "other" };

/** Leaves two orders in the log of the folder, one of them with two transactions. */
export async function fillLog(folder: LogFolder): Promise<void> {
  const store = await folder.open();
  await add(store, KEY, "1");
  await add(store, OTHER, "1");
  await add(store, KEY, "2");
  await store.close();
}

/** What the store holds when the log of the folder is opened. */
export async function contentWhenOpened(
  folder: LogFolder,
  internals?: Parameters<LogFolder["open"]>[0],
): Promise<unknown> {
  const store = await folder.open(internals);
  const content = await contentOf(store, [KEY.merchantId]);
  await store.close();
  return content;
}
