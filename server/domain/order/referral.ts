import { currentTransactions } from "./order.ts";
import type { Order, Transaction } from "./order.ts";
import type { TransactionOperation } from "../request/operation.ts";

const ATTEMPTS: readonly TransactionOperation[] = ["AUTHORIZE", "PAY", "REFERRAL"];

/** The newest attempt to bring money into the order. */
function newestAttempt(order: Order): Transaction | undefined {
  return currentTransactions(order).findLast((it) => ATTEMPTS.includes(it.operation));
}

/**
 * The AUTHORIZE or PAY that the issuer wants to be called about: the newest attempt of the order, answered
 * REFERRED (interface section 1; assumption A116).
 */
export function referredOf(order: Order | undefined): Transaction | undefined {
  const newest = order && newestAttempt(order);
  const isReferred = newest?.operation !== "REFERRAL" && newest?.outcome.gatewayCode === "REFERRED";
  return isReferred ? newest : undefined;
}

/** Whether the newest attempt is a referral already. */
export function isResubmitted(order: Order): boolean {
  return newestAttempt(order)?.operation === "REFERRAL";
}
