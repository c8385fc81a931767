import type { OrderDetail, OrderPage } from "../../http/control/stored/order-views.ts";
import { tableOf } from "./verb.ts";

const LIST = ["order", "status", "amount", "captured", "refunded", "transactions", "changed"];

export async function orderList({ orders, next }: OrderPage): Promise<readonly string[]> {
  const rows = orders.map(({ id, status, currency = "", amount, totals, transactions, changedAt }) => {
    const { captured, refunded } = totals;
    return [id, status, `${amount} ${currency}`, captured, refunded, transactions, secondOf(changedAt)];
  });
  const lines = rows.length === 0 ? ["No orders."] : await tableOf(LIST, rows);
  return [...lines, ...(next === undefined ? [] : ["", `There are older ones: --after ${next}`])];
}

const HISTORY = ["transaction", "operation", "amount", "result", "code", "order then", "at", "decided by"];

export async function orderStory(order: OrderDetail): Promise<readonly string[]> {
  const { id, status, currency, totals, history, next } = order;
  const { authorized, captured, refunded, disbursed } = totals;
  const rows = history.map((it) => [
    ...[it.isVoided ? `${it.id} (voided)` : it.id, it.operation, `${it.amount} ${it.currency}`],
    ...[it.result, it.gatewayCode, it.statusAfter, secondOf(it.at), it.rule ?? ""],
  ]);
  return [
    `Order ${id}: ${status}`,
    `Totals${currency === undefined ? "" : ` in ${currency}`}: authorized ${authorized}, captured ${captured}, refunded ${refunded}, disbursed ${disbursed}`,
    "",
    ...(await tableOf(HISTORY, rows)),
    "",
    "Next:",
    ...next.map(({ operation, why }) => `  ${operation}: ${why === undefined ? "allowed" : `no, ${why}`}`),
  ];
}

function secondOf(time: string): string {
  return time.slice(0, 19).replace("T", " ");
}
