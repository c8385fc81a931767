import { isBrowserTransaction, isConfirmedAtMerchant } from "./browser-payment.ts";
import type { BrowserTransaction } from "./browser-payment.ts";
import { currentTransactions } from "./order.ts";
import type { Order, Transaction } from "./order.ts";
import { plainOutcomeOf } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";
import { statusOf } from "./status.ts";
import { allows } from "./transitions.ts";

/**
 * The order with the entries that have come by themselves until now: outcomes of browser payments that a
 * reference asked for, each at the time it was due. The order itself when none has. They are kept by the next
 * call that changes the order, and every call before that finds the same ones.
 */
export function withDueEntries(order: Order, now: number): Order {
  let current = order;
  for (let due = nextDue(current, now); due !== undefined; due = nextDue(current, now)) {
    current = { ...current, transactions: [...current.transactions, due] };
  }
  return current;
}

/** None on an order that has been paid in another way since (assumption A132). */
function nextDue(order: Order, now: number): Transaction | undefined {
  const waiting = currentTransactions(order).find(
    (it): it is BrowserTransaction =>
      isBrowserTransaction(it) && it.browser.awaited.some(({ at }) => at <= now),
  );
  if (waiting === undefined || !allows(statusOf(order), "BROWSER_PAYMENT")) return undefined;
  return completedOf(waiting);
}

function completedOf(entry: BrowserTransaction): Transaction | undefined {
  const [next, ...awaited] = entry.browser.awaited;
  if (next === undefined) return undefined;
  const { browser } = entry;
  const timeReturned = browser.timeReturned ?? next.at;
  return {
    ...entry,
    outcome: outcomeIn(entry, plainOutcomeOf(next.gatewayCode)),
    ruleKey: undefined,
    at: next.at,
    browser: { ...browser, status: "COMPLETED", timeReturned, awaited },
  };
}

/** A payer's consent is no outcome yet: the payment stays submitted until the merchant confirms it. */
function outcomeIn({ operation, request, outcome }: BrowserTransaction, next: Outcome): Outcome {
  const isConsent = operation === "INITIATE_BROWSER_PAYMENT" && isConfirmedAtMerchant(request);
  return isConsent ? outcome : next;
}
