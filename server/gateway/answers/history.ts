import { isObject } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Merchant } from "../../domain/merchant.ts";
import type { Order, Transaction } from "../../domain/order/order.ts";
import { namesAfter } from "../../domain/request/public-names.ts";
import type { PublicNames } from "../../domain/request/public-names.ts";
import type { EchoScope } from "./shapes/echo-groups.ts";

/** What answers take from the merchant's profile. */
export type Profile = Pick<Merchant, "categoryCodes" | "paymentPlanInterestPercent" | "userId">;

/** An order up to one of its transactions, as an answer looks back on it. */
export interface History {
  readonly order: Order;
  /** The last transaction of it, which the answer is about. */
  readonly transaction: Transaction;
  /** The requests that groups of each scope are echoed from, the newest first. */
  readonly requests: Readonly<Record<EchoScope, readonly JsonObject[]>>;
}

export function historyOf(whole: Order, index: number): History {
  const transaction = whole.transactions[index];
  if (transaction === undefined) throw new RangeError(`order ${whole.id} has no transaction at ${index}`);
  const own = [transaction.request];
  if (index === 0) {
    const order = whole.transactions.length === 1 ? whole : upTo(whole, index);
    return { order, transaction, requests: { order: own, funds: own, transaction: own } };
  }
  const order = index === whole.transactions.length - 1 ? whole : upTo(whole, index);
  const requests = order.transactions.map((it) => it.request).reverse();
  const opening = Math.max(order.transactions.findLastIndex(bringsFunds), 0);
  const funds = requests.slice(0, requests.length - opening);
  return { order, transaction, requests: { order: requests, funds, transaction: own } };
}

function upTo({ merchantId, id, transactions }: Order, index: number): Order {
  return { merchantId, id, transactions: transactions.slice(0, index + 1) };
}

/** The public names that the order's requests have been sent with; undefined, as it mostly is, when none has any. */
export function publicNamesOf({ transactions }: Order): PublicNames | undefined {
  let names: PublicNames | undefined;
  for (const { request, publicNames } of transactions) {
    if (names !== undefined || publicNames !== undefined) names = namesAfter(names, request, publicNames);
  }
  return names;
}

/** Only the first transaction of an order may set it; the others have the order's. */
export function sourceOf({ requests }: History): string {
  return newestText(requests.order, "transaction", "source") ?? "INTERNET";
}

/** A void may show the card again, but only at the terminal and never in full (interface section 2.13). */
function bringsFunds(transaction: Transaction): boolean {
  return transaction.operation !== "VOID" && isObject(transaction.request["sourceOfFunds"]);
}

/** The newest text that one of the requests has as that member of that group. */
export function newestText(
  requests: readonly JsonObject[],
  group: string,
  member: string,
): string | undefined {
  for (const request of requests) {
    const members = request[group];
    const value = isObject(members) ? members[member] : undefined;
    if (typeof value === "string") return value;
  }
  return undefined;
}

/** The same of groups of one name. */
export function textOf(groups: readonly JsonObject[], member: string): string | undefined {
  for (const group of groups) {
    const value = group[member];
    if (typeof value === "string") return value;
  }
  return undefined;
}
