import type { Exchange } from "../../domain/record/exchange.ts";
import { textAt, valueAt } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import { parseAmount, ZERO } from "../../domain/money.ts";
import type { Amount } from "../../domain/money.ts";
import { isBrowserOperation } from "../../domain/request/operation.ts";
import { ordersBegunBefore } from "../conduct/blind-spots.ts";
import { attemptsOf, isApproved, answerSeenBy } from "../conduct/attempt.ts";
import type { Attempt } from "../conduct/attempt.ts";
import { groupedBy } from "../conduct/grouped.ts";
import { referenceOf } from "../conduct/purchase.ts";
import { NO_TOTALS } from "./account.ts";
import type { Move, OrderAccount } from "./account.ts";

/**
 * The accounts of the orders in a journal, where no store is: status and totals as the newest answer told them, also
 * one that the caller never got, and the moves of the transactions among the exchanges.
 */
export function accountsOf(exchanges: readonly Exchange[]): readonly OrderAccount[] {
  const gaps = new Set(ordersBegunBefore(exchanges));
  const attempts = groupedBy(attemptsOf(exchanges), ({ orderId }) => orderId);
  return [...groupedBy(exchanges, ({ request }) => request.orderId)].flatMap(([id, ofOrder]) => {
    const answerBody = ofOrder.flatMap(orderShownBy).at(-1);
    if (id === undefined || answerBody === undefined) return [];
    const own = attempts.get(id) ?? [];
    return [
      {
        id,
        references: [...new Set(own.filter(isStored).flatMap((it) => referenceOf(it) ?? []))],
        status: textAt(answerBody, "status") ?? "",
        currency: textAt(answerBody, "currency"),
        totals: totalsOf(answerBody),
        moves: movesOf(own),
        hasGaps: gaps.has(id) || hasUnseen(ofOrder, own),
      },
    ];
  });
}

/** Payers change orders on pages, and what they do there, or the provider later, no answer of the gateway tells. */
function hasUnseen(ofOrder: readonly Exchange[], own: readonly Attempt[]): boolean {
  const answerBody = new Set(own.map(({ exchange }) => exchange));
  return (
    own.some(({ operation }) => isBrowserOperation(operation)) ||
    ofOrder.some((exchange) => exchange.committed && !answerBody.has(exchange))
  );
}

function isStored({ exchange }: Attempt): boolean {
  return exchange.committed;
}

/** The order as an answer shows it; an answer that is given again shows it as it was. */
function orderShownBy(exchange: Exchange): readonly Json[] {
  if (exchange.repeated || exchange.refusal !== undefined) return [];
  const answerBody = answerSeenBy(exchange);
  const order = exchange.request.operation === "RETRIEVE_ORDER" ? answerBody : valueAt(answerBody, "order");
  return textAt(order, "status") === undefined || order === undefined ? [] : [order];
}

function totalsOf(order: Json): OrderAccount["totals"] {
  const total = (name: string): Amount => amountAt(order, name) ?? ZERO;
  return {
    ...NO_TOTALS,
    authorized: total("totalAuthorizedAmount"),
    captured: total("totalCapturedAmount"),
    refunded: total("totalRefundedAmount"),
    disbursed: total("totalDisbursedAmount"),
  };
}

function movesOf(attempts: readonly Attempt[]): readonly Move[] {
  const approved = attempts.filter(isApproved);
  const voided = approved.map(({ body }) => textAt(body, "transaction.targetTransactionId"));
  return approved
    .filter(({ operation, transactionId }) => operation !== "VOID" && !voided.includes(transactionId))
    .map(moveOf);
}

function moveOf({ transactionId, answerBody }: Attempt): Move {
  const isPart = textAt(answerBody, "response.gatewayCode") === "PARTIALLY_APPROVED";
  // What was approved in part is all that the order has yet.
  const amount = amountAt(answerBody, isPart ? "order.totalAuthorizedAmount" : "transaction.amount") ?? ZERO;
  return { transactionId, type: textAt(answerBody, "transaction.type") ?? "", amount };
}

function amountAt(body: Json | undefined, path: string): Amount | undefined {
  const value = valueAt(body, path);
  return typeof value === "number" ? parseAmount(String(value)) : undefined;
}
