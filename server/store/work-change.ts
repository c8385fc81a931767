import type { OrderLine } from "./log-line.ts";
import type { Order } from "../domain/order.ts";
import type { OrderKey, Work } from "./store.ts";

/** The line that turns the order before the work into the one behind it; undefined when nothing changes. */
export function changeOf(
  key: OrderKey,
  before: Order | undefined,
  work: Work<unknown>,
): OrderLine | undefined {
  const { order, notifications } = work;
  const old = before?.transactions ?? [];
  const added = order?.transactions.slice(old.length) ?? [];
  if (order === undefined ? notifications.length > 0 : !grows(key, old, order)) {
    throw new Error("work may add transactions to the order it was given, and nothing else");
  }
  if (added.length === 0 && notifications.length === 0) return undefined;
  const owed = notifications.map(({ id, url, transactionId }) => ({ id, url, transactionId }));
  const text = Buffer.from(added.map((transaction) => JSON.stringify(transaction)).join(","));
  return { kind: "order", key, from: old.length, count: added.length, owed, text };
}

function grows(key: OrderKey, old: Order["transactions"], order: Order): boolean {
  const isSame =
    order.merchantId === key.merchantId && order.id === key.orderId && order.transactions.length > 0;
  return isSame && old.every((transaction, index) => order.transactions[index] === transaction);
}
