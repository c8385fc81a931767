import { add, ZERO } from "./money.ts";
import type { Amount } from "./money.ts";
import { currentTransactions, succeeded } from "./order.ts";
import type { Order, Transaction, TransactionType } from "./order.ts";

/** The four totals of an order, in the order's currency. Derived from the transactions, never stored. */
export interface Totals {
  readonly authorized: Amount;
  readonly captured: Amount;
  readonly refunded: Amount;
  readonly disbursed: Amount;
}

/** Transactions that succeeded and were not voided since, without the voids themselves. */
export function liveTransactions(order: Order): readonly Transaction[] {
  const done = currentTransactions(order).filter(succeeded);
  const voided = new Set(done.filter((it) => it.operation === "VOID").map((it) => it.targetTransactionId));
  return done.filter((it) => it.operation !== "VOID" && !voided.has(it.id));
}

/** Whether a later transaction of the order voided this one. */
export function isVoided(order: Order, transactionId: string): boolean {
  return currentTransactions(order).some(
    (it) => it.operation === "VOID" && it.targetTransactionId === transactionId && succeeded(it),
  );
}

export function totalsOf(order: Order): Totals {
  const live = liveTransactions(order);
  const sum = (counts: (transaction: Transaction) => boolean): Amount =>
    live.filter(counts).reduce((total, it) => add(total, movedBy(it)), ZERO);
  return {
    authorized: add(
      sum((it) => it.type === "PAYMENT" || (it.type === "CAPTURE" && it.standalone)),
      authorizedBy(live),
    ),
    captured: sum((it) => CAPTURING.includes(it.type)),
    refunded: sum((it) => it.type === "REFUND"),
    disbursed: sum((it) => it.type === "DISBURSEMENT"),
  };
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

const CAPTURING: readonly TransactionType[] = ["CAPTURE", "PAYMENT"];
