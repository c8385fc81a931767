import type { Merchant } from "../../merchant.ts";
import type { Order, Transaction } from "../../order/order.ts";
import { liveTransactions } from "../../order/totals.ts";
import { invalid, refuse } from "../../request/rule.ts";
import type { Rule } from "../../request/rule.ts";
import { daysAfter, hoursAfter, isoTime } from "../../time.ts";
import { voidTargetOf } from "./void.ts";

/** What an authorization reserved is free again once its validity is over (interface section 1, Update Authorization). */
export const authorizationValid: Rule = {
  id: "authorization-valid",
  source: "interface section 1; assumption A114",
  refuses: ({ instruction: { operation }, merchant, now, order, standalone }) => {
    const validity = standalone || order === undefined ? undefined : validityOf(order, merchant);
    if (validity === undefined || now <= validity.until) return undefined;
    const [since, until] = [isoTime(validity.since), isoTime(validity.until)];
    const span = `The authorization of ${since} was valid for ${counted(merchant.authorizationValidityDays, "day")}`;
    const fault = `${span}, until ${until}; the merchant's clock says ${isoTime(now)}`;
    return invalid("apiOperation", operation, fault);
  },
};

/** A void succeeds only shortly after the original transaction (interface section 8). */
export const withinVoidWindow: Rule = {
  id: "within-void-window",
  source: "interface section 8; assumption A115",
  refuses: (context) => {
    const { merchant, now } = context;
    const target = voidTargetOf(context);
    if (target === undefined) return undefined;
    const { since, until } = voidWindowOf(target, merchant);
    if (now <= until) return undefined;
    return refuse(
      "transaction.targetTransactionId",
      "INVALID",
      `The target transaction of ${isoTime(since)} could be voided for ${counted(merchant.voidWindowHours, "hour")}, ` +
        `until ${isoTime(until)}; the merchant's clock says ${isoTime(now)}`,
    );
  },
};

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"}`;

/** Until when, in milliseconds since 1970, and since when that is so. */
interface Validity {
  readonly since: number;
  readonly until: number;
}

/**
 * How long the order's authorization can be captured; every update starts the time anew. Undefined when there
 * is none (assumption A114).
 */
function validityOf(
  order: Order,
  { authorizationValidityDays }: Pick<Merchant, "authorizationValidityDays">,
): Validity | undefined {
  const live = liveTransactions(order);
  const newest = live.findLast((it) => it.type === "AUTHORIZATION" || it.type === "AUTHORIZATION_UPDATE");
  return newest && { since: newest.at, until: daysAfter(newest.at, authorizationValidityDays) };
}

/** How long a transaction can be voided (interface section 8; assumption A115). */
function voidWindowOf(target: Transaction, { voidWindowHours }: Pick<Merchant, "voidWindowHours">): Validity {
  return { since: target.at, until: hoursAfter(target.at, voidWindowHours) };
}
