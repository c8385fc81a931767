import { textAt, valueAt } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import { formatAmount, parseAmount } from "../../domain/money.ts";
import { OPERATION_DEFINITIONS } from "../../domain/operations/index.ts";
import type { TransitionType } from "../../domain/order/transitions.ts";
import { COUNTS_IN } from "../../domain/order/totals.ts";
import { isSameTransaction, timeOf } from "./attempt.ts";
import type { Attempt } from "./attempt.ts";

/** How far apart two payments of one purchase are at most (assumption A218). */
export const SAME_PURCHASE_MS = 600_000;

/** Whether it brings money into an order or out of it, without another transaction before it. */
export function opensOrder({ operation, body }: Attempt): boolean {
  const { opensOrder: when } = OPERATION_DEFINITIONS[operation];
  return when === "always" || (when === "standalone" && valueAt(body, "sourceOfFunds") !== undefined);
}

/** Whether it takes money of a payer, now or later. */
export function isCharge(attempt: Attempt): boolean {
  return opensOrder(attempt) && OPERATION_DEFINITIONS[attempt.operation].types.some(takesMoney);
}

function takesMoney(type: TransitionType): boolean {
  if (type === "BROWSER_PAYMENT") return true;
  return COUNTS_IN[type].some((total) => total === "authorized" || total === "captured");
}

export function referenceOf({ body }: Attempt): string | undefined {
  return textAt(body, "order.reference");
}

/** `100.00 USD`, however it was written; undefined when there is none. */
export function amountOf({ body, answerBody }: Attempt): string | undefined {
  return moneyAt(body, "order") ?? moneyAt(body, "transaction") ?? moneyAt(answerBody, "transaction");
}

/** What the request leaves out, a session may have brought: then the answer tells it. */
function moneyAt(from: Json | undefined, group: "order" | "transaction"): string | undefined {
  const amount = parseAmount(writtenAt(from, `${group}.amount`));
  return amount === undefined
    ? undefined
    : `${formatAmount(amount)} ${writtenAt(from, `${group}.currency`)}`.trim();
}

function writtenAt(from: Json | undefined, path: string): string {
  const value = valueAt(from, path);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** What stands for the payer's card: masked, or its token; undefined when the request brings none. */
export function cardOf({ body, answerBody }: Attempt): string | undefined {
  const number = "sourceOfFunds.provided.card.number";
  return textAt(answerBody, number) ?? textAt(body, number) ?? textAt(body, "sourceOfFunds.token");
}

export function isSoonAfter(first: Attempt, second: Attempt, withinMs = SAME_PURCHASE_MS): boolean {
  const apart = timeOf(second.exchange) - timeOf(first.exchange);
  return Math.abs(apart) <= withinMs;
}

/**
 * Whether the second asks once more, under other ids, for what the first asked for. Payments of one order are of one
 * purchase; those of different orders are when they bear the same reference, or, when neither bears one, the same card
 * and amount. A purchase of its own has a reference of its own.
 */
export function asksAgain(first: Attempt, second: Attempt): boolean {
  if (first.operation !== second.operation || isSameTransaction(first, second)) return false;
  if (!opensOrder(first) || !opensOrder(second)) return isSameFollowUp(first, second);
  if (first.orderId === second.orderId) return true;
  const [one, other] = [referenceOf(first), referenceOf(second)];
  if (one !== undefined || other !== undefined) return one === other;
  return isSameCharge(first, second) && isSoonAfter(first, second);
}

function isSameCharge(first: Attempt, second: Attempt): boolean {
  const card = cardOf(first);
  return card !== undefined && card === cardOf(second) && amountOf(first) === amountOf(second);
}

function isSameFollowUp(first: Attempt, second: Attempt): boolean {
  const target = "transaction.targetTransactionId";
  return (
    first.orderId === second.orderId &&
    amountOf(first) === amountOf(second) &&
    textAt(first.body, target) === textAt(second.body, target)
  );
}
