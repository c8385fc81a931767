import { STAGES } from "./authentication.ts";
import { currentTransactions, isAuthentication, isAwaited, succeeded } from "./order.ts";
import type { Order, Transaction, TransactionType } from "./order.ts";
import { isVoided, liveTransactions, totalsOf } from "./totals.ts";

/** Every order.status that an operation of the sandbox leads to (interface section 3, DISBURSED, and those of authentications). */
export const ORDER_STATUSES = [
  "AUTHENTICATED",
  "AUTHENTICATION_INITIATED",
  "AUTHENTICATION_NOT_NEEDED",
  "AUTHENTICATION_UNSUCCESSFUL",
  "AUTHORIZED",
  "CANCELLED",
  "CAPTURED",
  "DISBURSED",
  "EXCESSIVELY_REFUNDED",
  "FAILED",
  "INITIATED",
  "PARTIALLY_CAPTURED",
  "PARTIALLY_REFUNDED",
  "REFUNDED",
  "REFUND_REQUESTED",
  "VERIFIED",
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * The order's status, derived from its transactions. A failed follow-up changes nothing; an order in which
 * nothing has succeeded is INITIATED while something is pending, and FAILED otherwise (interface section 3; assumption
 * A65 for pending and unknown results). An authentication is no payment: its own status stands as long as it is the
 * newest of such an order. `totals` are the order's, where they are known already.
 */
export function statusOf(order: Order, totals = totalsOf(order)): OrderStatus {
  const opening = openingOf(order);
  if (opening && isVoided(order, opening.id)) return "CANCELLED";
  if (currentTransactions(order).some(isOpenRequest)) return "REFUND_REQUESTED";
  const { authorized, captured, refunded, disbursed } = totals;
  if (disbursed > 0) return "DISBURSED";
  if (refunded > captured) return "EXCESSIVELY_REFUNDED";
  if (refunded > 0) return refunded === captured ? "REFUNDED" : "PARTIALLY_REFUNDED";
  if (captured > 0) return captured < authorized ? "PARTIALLY_CAPTURED" : "CAPTURED";
  if (authorized > 0) return "AUTHORIZED";
  const newest = order.transactions.at(-1);
  if (isAuthentication(newest)) return STAGES[newest.authentication.stage].orderStatus;
  if (currentTransactions(order).some((it) => isAwaited(it) && !isAuthentication(it))) return "INITIATED";
  return liveTransactions(order).some((it) => it.type === "VERIFICATION") ? "VERIFIED" : "FAILED";
}

/** A refund that waits until the merchant approves or rejects it (interface section 3). */
export function isOpenRequest({ type, outcome }: Transaction): boolean {
  return type === "REFUND_REQUEST" && outcome.result === "PENDING";
}

/**
 * The transaction that brought the money into the order: its first successful one that is no verification and no
 * authentication.
 * Undefined as long as there is none.
 */
export function openingOf(order: Order): Transaction | undefined {
  return currentTransactions(order).find((it) => succeeded(it) && !MOVES_NOTHING.has(it.type));
}

const MOVES_NOTHING: ReadonlySet<TransactionType> = new Set(["AUTHENTICATION", "VERIFICATION"]);

/** The currency that the order's money is in; as long as there is none, that of the newest attempt to bring some. */
export function currencyOf(order: Order): string | undefined {
  return (openingOf(order) ?? order.transactions.at(-1))?.currency;
}
