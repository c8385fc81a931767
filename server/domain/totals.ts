import { add, ZERO } from "./money.ts";
import type { Amount } from "./money.ts";
import { currentTransactions, succeeded } from "./order.ts";
import type { Order, Transaction } from "./order.ts";

/** The four totals of an order, in the order's currency. Derived from the transactions, never stored. */
export interface Totals {
  readonly authorized: Amount;
  readonly captured: Amount;
  readonly refunded: Amount;
  readonly disbursed: Amount;
}

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
  let authorized = authorizedBy(live);
  let captured = ZERO;
  let refunded = ZERO;
  let disbursed = ZERO;
  for (const transaction of live) {
    const { type, standalone } = transaction;
    const moved = movedBy(transaction);
    if (type === "PAYMENT" || (type === "CAPTURE" && standalone)) authorized = add(authorized, moved);
    if (type === "PAYMENT" || type === "CAPTURE") captured = add(captured, moved);
    if (type === "REFUND") refunded = add(refunded, moved);
    if (type === "DISBURSEMENT") disbursed = add(disbursed, moved);
  }
  return { authorized, captured, refunded, disbursed };
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
