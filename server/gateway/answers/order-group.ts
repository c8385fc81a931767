import type { JsonObject } from "../../domain/json.ts";
import { textAt } from "../../domain/json.ts";
import type { Merchant } from "../../domain/merchant.ts";
import { toNumber } from "../../domain/money.ts";
import type { Order, Transaction } from "../../domain/order.ts";
import { statusOf } from "../../domain/status.ts";
import { isoTime } from "../iso-time.ts";
import { totalsOf } from "../../domain/totals.ts";
import type { Totals } from "../../domain/totals.ts";
import type { Members, VersionedMember } from "./members.ts";
import { merchantChargeOf } from "./merchant-charge.ts";
import { orderAmountOf } from "./order-amount.ts";
import { walletOf } from "./wallet.ts";

/** What answers take from the merchant's profile. */
export type Profile = Pick<Merchant, "categoryCodes">;

/** Where an order's own members come from. */
export interface OrderView {
  readonly order: Order;
  /** Requests of the order and of its current source of funds, the newest first. */
  readonly requests: readonly JsonObject[];
  readonly fundsRequests: readonly JsonObject[];
  readonly merchant: Profile;
  readonly has: Members;
}

/** The members of the order group that the gateway computes (interface section 2.14). */
export function orderMembers(view: OrderView): JsonObject {
  const { order, has } = view;
  const { amount, currency } = orderAmountOf(order);
  const totals = totalsOf(order);
  // Assumption A97: captured money is on its way until it is settled, which never happens here.
  const ifHas = <T>(member: VersionedMember, value: T): T | undefined =>
    has.has(member) ? value : undefined;
  return {
    amount: toNumber(amount),
    authenticationStatus: ifHas("order.authenticationStatus", authenticationStatusOf(view.fundsRequests)),
    chargeback: ifHas("order.chargeback", { amount: 0, currency }),
    creationTime: timeOf(order.transactions[0]),
    currency,
    fundingStatus: ifHas("order.fundingStatus", totals.captured > 0 ? "IN_PROGRESS" : undefined),
    id: order.id,
    lastUpdatedTime: ifHas("order.lastUpdatedTime", timeOf(order.transactions.at(-1))),
    merchantAmount: ifHas("order.merchantAmount", toNumber(amount)),
    merchantCategoryCode: ifHas("order.merchantCategoryCode", categoryCodeOf(view)),
    merchantCharge: merchantChargeOf(order),
    merchantCurrency: ifHas("order.merchantCurrency", currency),
    status: statusOf(order),
    ...totalMembers(totals, has),
    wallet: walletOf(order),
  };
}

/** ISO 8601 with milliseconds, as timeOfRecord and its like. */
export function timeOf(transaction: Transaction | undefined): string {
  return isoTime(transaction?.at ?? 0);
}

/** What the merchant's own authentication came to; undefined when there was none (interface section 2.7, assumption
 * A98). */
export function authenticationStatusOf(requests: readonly JsonObject[]): string | undefined {
  for (const request of requests) {
    const status = textAt(request, "3DSecure.authenticationStatus");
    if (status !== undefined) return status;
  }
  return undefined;
}

function totalMembers(totals: Totals, has: Members): JsonObject {
  return {
    totalAuthorizedAmount: toNumber(totals.authorized),
    totalCapturedAmount: toNumber(totals.captured),
    totalDisbursedAmount: has.has("order.totalDisbursedAmount") ? toNumber(totals.disbursed) : undefined,
    totalRefundedAmount: toNumber(totals.refunded),
  };
}

function categoryCodeOf({ requests, merchant }: OrderView): string | undefined {
  for (const request of requests) {
    const code = textAt(request, "order.merchantCategoryCode");
    if (code !== undefined) return code;
  }
  return merchant.categoryCodes[0];
}
