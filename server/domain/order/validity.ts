import type { Merchant } from "../merchant.ts";
import type { Order, Transaction } from "./order.ts";
import { daysAfter, hoursAfter } from "../time.ts";
import { liveTransactions } from "./totals.ts";

/** Until when, in milliseconds since 1970, and since when that is so. */
export interface Validity {
  readonly since: number;
  readonly until: number;
}

/**
 * How long the order's authorization can be captured; every update starts the time anew. Undefined when there
 * is none (assumption A114).
 */
export function validityOf(
  order: Order,
  { authorizationValidityDays }: Pick<Merchant, "authorizationValidityDays">,
): Validity | undefined {
  const live = liveTransactions(order);
  const newest = live.findLast((it) => it.type === "AUTHORIZATION" || it.type === "AUTHORIZATION_UPDATE");
  return newest && { since: newest.at, until: daysAfter(newest.at, authorizationValidityDays) };
}

/** How long a transaction can be voided (interface section 8; assumption A115). */
export function voidWindowOf(
  target: Transaction,
  { voidWindowHours }: Pick<Merchant, "voidWindowHours">,
): Validity {
  return { since: target.at, until: hoursAfter(target.at, voidWindowHours) };
}
