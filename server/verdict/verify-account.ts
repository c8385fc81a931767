import { maskText } from "../domain/card.ts";
import { textAt } from "../domain/json.ts";
import { ZERO } from "../domain/money.ts";
import type { Amount } from "../domain/money.ts";
import type { Order, Transaction, TransactionType } from "../domain/order.ts";
import { currencyOf, statusOf } from "../domain/status.ts";
import { liveTransactions, totalsOf } from "../domain/totals.ts";
import type { Movement } from "./expectations.ts";

/** The money of one order, as far as it is known. */
export interface OrderAccount {
  /** Masked, as exchanges show it. */
  readonly id: string;
  readonly references: readonly string[];
  readonly status: string;
  readonly currency: string | undefined;
  readonly totals: Readonly<Record<Movement, Amount>>;
  readonly moves: readonly Move[];
  /** Whether moves may be missing, because the exchanges do not tell all that became of the order. */
  readonly hasGaps: boolean;
}

/** One transaction that moved or reserved money and was not voided since. */
export interface Move {
  readonly transactionId: string;
  readonly type: string;
  readonly amount: Amount;
}

const TYPES: Readonly<Record<Movement, readonly TransactionType[]>> = {
  authorized: ["AUTHORIZATION", "PAYMENT"],
  captured: ["CAPTURE", "PAYMENT"],
  refunded: ["REFUND"],
  disbursed: ["DISBURSEMENT"],
};

export function movesOf({ moves }: OrderAccount, movement: Movement): readonly Move[] {
  return moves.filter(({ type }) => (TYPES[movement] as readonly string[]).includes(type));
}

export const NO_TOTALS: OrderAccount["totals"] = {
  authorized: ZERO,
  captured: ZERO,
  refunded: ZERO,
  disbursed: ZERO,
};

/** The account of a stored order. */
export function accountOf(order: Order): OrderAccount {
  return {
    id: maskText(order.id),
    references: referencesOf(order.transactions),
    status: statusOf(order),
    currency: currencyOf(order),
    totals: totalsOf(order),
    moves: liveTransactions(order).map(({ id, type, amount, outcome }) => ({
      transactionId: maskText(id),
      type,
      amount: outcome.approvedAmount ?? amount,
    })),
    hasGaps: false,
  };
}

function referencesOf(transactions: readonly Transaction[]): readonly string[] {
  const references = transactions.flatMap(({ request }) => textAt(request, "order.reference") ?? []);
  return [...new Set(references)];
}
