import { maskText } from "../../domain/card/card.ts";
import { textAt } from "../../domain/json.ts";
import { ZERO } from "../../domain/money.ts";
import type { Amount } from "../../domain/money.ts";
import type { Order, Transaction } from "../../domain/order/order.ts";
import { currencyOf, statusOf } from "../../domain/order/status.ts";
import { COUNTS_IN, liveTransactions, totalsOf } from "../../domain/order/totals.ts";
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

/** By the type that an answer names, which may be anything. */
const MOVEMENTS_OF: Readonly<Partial<Record<string, readonly Movement[]>>> = COUNTS_IN;

export function movesOf({ moves }: OrderAccount, movement: Movement): readonly Move[] {
  return moves.filter(({ type }) => MOVEMENTS_OF[type]?.includes(movement));
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
