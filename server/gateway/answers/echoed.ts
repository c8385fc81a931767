import { isBrowserTransaction } from "../../domain/order/browser-payment.ts";
import { isObject } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { assembled, echo } from "./assembly.ts";
import type { TopLevel } from "./assembly.ts";
import type { Told } from "./defaults.ts";
import type { Found } from "./members/found.ts";
import type { History } from "./history.ts";
import type { Members } from "./members/members.ts";

/** What the last of several answers about one order has echoed. */
export interface Echoed {
  top: TopLevel;
  found: Readonly<Found>;
  /** Undefined as long as there is none. */
  has: Members | undefined;
  /** How many entries the order had then. */
  entries: number;
}

export function nothingEchoed(top: TopLevel): Echoed {
  return { top, found: [], has: undefined, entries: 0 };
}

/**
 * An answer that stands beside others about the same order: it echoes the groups that the one before it did, when no
 * request since brings anything of them, as with captures and refunds.
 */
export function assembledAfter(echoed: Echoed, top: TopLevel, found: Found, told: Told): JsonObject {
  const { history, has } = told;
  if (echoed.has === has && isSettled(echoed, history)) {
    copy(echoed, top, found);
    echo(found, history.transaction.request, top, told);
  }
  const answer = assembled(top, found, told);
  [echoed.top, echoed.found, echoed.has] = [top, found, has];
  echoed.entries = history.order.transactions.length;
  return answer;
}

function copy(echoed: Echoed, { lasting }: TopLevel, found: Found): void {
  for (let index = 0; index < lasting.length; index += 1) {
    found[lasting[index] ?? 0] = echoed.found[echoed.top.lasting[index] ?? 0];
  }
}

/** Whether the entries since have no part in what lasts of an order in its answers. */
function isSettled({ top, entries }: Echoed, { order: { transactions } }: History): boolean {
  if (transactions.length < entries) return false;
  for (let index = entries; index < transactions.length; index += 1) {
    const entry = transactions[index];
    if (entry === undefined || isBrowserTransaction(entry) || bringsLasting(entry.request, top)) return false;
  }
  return true;
}

/** The source of a transaction says how a card came to be stored (defaults of sourceOfFunds). */
function bringsLasting(request: JsonObject, { byName }: TopLevel): boolean {
  const { transaction } = request;
  if (isObject(transaction) && transaction["source"] !== undefined) return true;
  for (const name in request) if (byName.get(name)?.isLasting === true) return true;
  return false;
}
