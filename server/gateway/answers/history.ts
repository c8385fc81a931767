import { isObject } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Order, Transaction } from "../../domain/order.ts";
import type { EchoScope } from "./echo-groups.ts";

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
  const isLast = index === whole.transactions.length - 1;
  const order = isLast ? whole : { ...whole, transactions: whole.transactions.slice(0, index + 1) };
  const requests = order.transactions.map((it) => it.request).reverse();
  const opening = Math.max(order.transactions.findLastIndex(bringsFunds), 0);
  return {
    order,
    transaction,
    requests: {
      order: requests,
      funds: requests.slice(0, requests.length - opening),
      transaction: [transaction.request],
    },
  };
}

/** Only the first transaction of an order may set it; the others have the order's. */
export function sourceOf({ requests }: History): string {
  return transactionTextOf(requests.order, "source") ?? "INTERNET";
}

/** A void may show the card again, but only at the terminal and never in full (interface section 2.13). */
function bringsFunds(transaction: Transaction): boolean {
  return transaction.operation !== "VOID" && isObject(transaction.request["sourceOfFunds"]);
}

/** The newest text that one of the requests has in `transaction.<name>`. */
export function transactionTextOf(requests: readonly JsonObject[], name: string): string | undefined {
  for (const request of requests) {
    const group = request["transaction"];
    const value = isObject(group) ? group[name] : undefined;
    if (typeof value === "string") return value;
  }
  return undefined;
}
