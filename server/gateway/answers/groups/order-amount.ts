import { ZERO } from "../../../domain/money.ts";
import type { Amount } from "../../../domain/money.ts";
import { succeeded } from "../../../domain/order/order.ts";
import type { Order, Transaction } from "../../../domain/order/order.ts";
import { OPERATION_DEFINITIONS } from "../../../domain/operations/index.ts";

/** order.amount and order.currency: of the newest transaction that says them (assumption A87). */
export function orderAmountOf(order: Order): { readonly amount: Amount; readonly currency: string } {
  const saying = order.transactions.findLast(saysAmount) ?? order.transactions[0];
  if (saying === undefined) throw new Error(`order ${order.id} has no transaction`);
  const isZero = OPERATION_DEFINITIONS[saying.operation].orderAmount === "zero";
  return { amount: isZero ? ZERO : saying.amount, currency: saying.currency };
}

function saysAmount(transaction: Transaction): boolean {
  switch (OPERATION_DEFINITIONS[transaction.operation].orderAmount) {
    case "amount":
    case "zero":
      return true;
    case "amount-when-standalone":
      return transaction.standalone;
    case "amount-when-successful":
      return succeeded(transaction);
    case "unchanged":
      return false;
  }
}
