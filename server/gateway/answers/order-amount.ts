import { ZERO } from "../../domain/money.ts";
import type { Amount } from "../../domain/money.ts";
import { succeeded } from "../../domain/order.ts";
import type { Order, Transaction } from "../../domain/order.ts";
import type { TransactionOperation } from "../../domain/operation.ts";

/** Which transactions say what the order is worth. */
type Says = "amount" | "zero" | "nothing" | "when-standalone" | "when-successful";

const SAYS: Readonly<Record<TransactionOperation, Says>> = {
  AUTHORIZE: "amount",
  CAPTURE: "when-standalone",
  CONFIRM_BROWSER_PAYMENT: "amount",
  // Zero when no payer's funds move (interface section 2.6, order.amount).
  DISBURSEMENT: "zero",
  INITIATE_BROWSER_PAYMENT: "amount",
  PAY: "amount",
  REFERRAL: "amount",
  REFUND: "when-standalone",
  UPDATE_AUTHORIZATION: "when-successful",
  // An amount of a verification is only for risk assessment (interface section 2.13).
  VERIFY: "zero",
  VOID: "nothing",
};

/** order.amount and order.currency: of the newest transaction that says them (assumption A87). */
export function orderAmountOf(order: Order): { readonly amount: Amount; readonly currency: string } {
  const saying = order.transactions.findLast(saysAmount) ?? order.transactions[0];
  if (saying === undefined) throw new Error(`order ${order.id} has no transaction`);
  return { amount: SAYS[saying.operation] === "zero" ? ZERO : saying.amount, currency: saying.currency };
}

function saysAmount(transaction: Transaction): boolean {
  const says = SAYS[transaction.operation];
  if (says === "when-standalone") return transaction.standalone;
  if (says === "when-successful") return succeeded(transaction);
  return says !== "nothing";
}
