import { challenged, outcomeOfStage, TIMED_OUT_REASON } from "./authentication.ts";
import { isBrowserTransaction, isConfirmedAtMerchant } from "./browser-payment.ts";
import type { BrowserTransaction } from "./browser-payment.ts";
import { currentTransactions, isAuthentication } from "./order.ts";
import type { AuthenticationTransaction, Order, Transaction } from "./order.ts";
import { plainOutcomeOf } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";
import { statusOf } from "./status.ts";
import { allows } from "./transitions.ts";

/**
 * The order with the entries that have come by themselves until now: outcomes of browser payments that a
 * reference asked for, and challenges that nobody has answered, each at the time it was due. The order itself when none
 * has. They are kept by the next call that changes the order, and every call before that finds the same ones.
 */
export function withDueEntries(order: Order, now: number): Order {
  let current = order;
  for (let due = nextDue(current, now); due !== undefined; due = nextDue(current, now)) {
    current = { ...current, transactions: [...current.transactions, due] };
  }
  return current;
}

/** The one that was due first. */
function nextDue(order: Order, now: number): Transaction | undefined {
  let next: Transaction | undefined;
  for (const it of currentTransactions(order))
    if (dueAt(it) <= now && dueAt(it) < dueAt(next) && canComeTo(order, it)) next = it;
  if (isAuthentication(next)) return endedOf(next);
  return isBrowserTransaction(next) ? completedOf(next) : undefined;
}

/** When the transaction's next entry comes by itself, in milliseconds since 1970; never is infinity. */
function dueAt(transaction: Transaction | undefined): number {
  return transaction?.browser?.awaited[0]?.at ?? transaction?.authentication?.endsAt ?? Infinity;
}

/** A browser payment is over on an order that has been paid in another way since (assumption A132). */
function canComeTo(order: Order, transaction: Transaction): boolean {
  return isAuthentication(transaction) || allows(statusOf(order), "BROWSER_PAYMENT");
}

/** A challenge that the payer has left (assumption A280). */
function endedOf(entry: AuthenticationTransaction): Transaction {
  const authentication = challenged(entry.authentication, "FAILED", TIMED_OUT_REASON);
  const outcome = outcomeOfStage(authentication.stage);
  return { ...entry, outcome, ruleKey: undefined, at: dueAt(entry), authentication };
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
