import type { OrderDetail, OrderPage } from "../../http/control/stored/order-views.ts";
import { printable } from "../../report/displayed-text.ts";
import type { ReportTable } from "../../report/report.ts";
import { textTable } from "../../report/text.ts";

const LIST = ["order", "status", "amount", "captured", "refunded", "transactions", "changed"];

export function orderList({ orders, next }: OrderPage): string {
  const rows = orders.map(({ id, status, currency = "", amount, totals, transactions, changedAt }) => {
    const { captured, refunded } = totals;
    return [id, status, `${amount} ${currency}`, captured, refunded, transactions, secondOf(changedAt)];
  });
  const lines = rows.length === 0 ? ["No orders."] : tableOf(LIST, rows);
  return textOf([...lines, ...(next === undefined ? [] : ["", `There are older ones: --after ${next}`])]);
}

const HISTORY = ["transaction", "operation", "amount", "result", "code", "order then", "at", "decided by"];

export function orderStory({ id, status, currency, totals, history, next }: OrderDetail): string {
  const { authorized, captured, refunded, disbursed } = totals;
  const rows = history.map((it) => [
    ...[it.isVoided ? `${it.id} (voided)` : it.id, it.operation, `${it.amount} ${it.currency}`],
    ...[it.result, it.gatewayCode, it.statusAfter, secondOf(it.at), it.rule ?? ""],
  ]);
  return textOf([
    `Order ${id}: ${status}`,
    `Totals${currency === undefined ? "" : ` in ${currency}`}: authorized ${authorized}, captured ${captured}, refunded ${refunded}, disbursed ${disbursed}`,
    "",
    ...tableOf(HISTORY, rows),
    "",
    "Next:",
    ...next.map(({ operation, why }) => `  ${operation}: ${why === undefined ? "allowed" : `no, ${why}`}`),
  ]);
}

/** Never broken into more lines, so that ids can be copied and searched for. */
function tableOf(columns: readonly string[], rows: ReportTable["rows"]): readonly string[] {
  return textTable({ columns, rows }, Infinity);
}

function secondOf(time: string): string {
  return time.slice(0, 19).replace("T", " ");
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${printable(line)}\n`).join("");
}
