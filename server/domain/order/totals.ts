import { add, ZERO } from "../money.ts";
import type { Amount } from "../money.ts";
import { currentTransactions, succeeded } from "./order.ts";
import type { Order, Transaction, TransactionType } from "./order.ts";

/** The four totals of an order, in the order's currency. Derived from the transactions, never stored. */
export interface Totals {
  readonly authorized: Amount;
  readonly captured: Amount;
  readonly refunded: Amount;
  readonly disbursed: Amount;
}

/** The totals that a transaction counts in; an update says what is authorized, so that it does not count beside it. */
export const COUNTS_IN: Readonly<Record<TransactionType, readonly (keyof Totals)[]>> = {
  AUTHENTICATION: [],
  AUTHORIZATION: ["authorized"],
  AUTHORIZATION_UPDATE: [],
  CAPTURE: ["captured"],
  DISBURSEMENT: ["disbursed"],
  PAYMENT: ["authorized", "captured"],
  REFUND: ["refunded"],
  REFUND_REQUEST: [],
  VERIFICATION: [],
  VOID_AUTHORIZATION: [],
  VOID_CAPTURE: [],
  VOID_PAYMENT: [],
  VOID_REFUND: [],
};

/** Transactions that succeeded and were not voided since, without the voids themselves. */
export function liveTransactions(order: Order): readonly Transaction[] {
  const current = currentTransactions(order);
  const done = current.every(succeeded) ? current : current.filter(succeeded);
  if (!done.some(isVoid)) return done;
  const voided = new Set(done.filter(isVoid).map((it) => it.targetTransactionId));
  return done.filter((it) => it.operation !== "VOID" && !voided.has(it.id));
}

/** Whether a later transaction of the order voided this one. */
export function isVoided(order: Order, transactionId: string): boolean {
  return currentTransactions(order).some(
    (it) => it.operation === "VOID" && it.targetTransactionId === transactionId && succeeded(it),
  );
}

function isVoid({ operation }: Transaction): boolean {
  return operation === "VOID";
}

export function totalsOf(order: Order): Totals {
  const live = liveTransactions(order);
  const totals = { authorized: authorizedBy(live), captured: ZERO, refunded: ZERO, disbursed: ZERO };
  for (const transaction of live) {
    const { type, standalone } = transaction;
    if (type === "AUTHORIZATION") continue;
    const moved = movedBy(transaction);
    for (const total of COUNTS_IN[type]) totals[total] = add(totals[total], moved);
    // Nothing was authorized before it.
    if (type === "CAPTURE" && standalone) totals.authorized = add(totals.authorized, moved);
  }
  return totals;
}

/** An update says what is authorized from then on; without its authorization nothing is. */
function authorizedBy(live: readonly Transaction[]): Amount {
  const authorization = live.find((it) => it.type === "AUTHORIZATION");
  if (authorization === undefined) return ZERO;
  return movedBy(live.findLast((it) => it.type === "AUTHORIZATION_UPDATE") ?? authorization);
}

/** The acquirer may approve less than it was asked for. */
function movedBy({ amount, outcome }: Transaction): Amount {
  return outcome.approvedAmount ?? amount;
}
