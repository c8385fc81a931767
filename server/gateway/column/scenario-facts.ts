import type { EarlierDecision, Facts } from "../../domain/record/decision.ts";
import { textAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Merchant } from "../../domain/merchant.ts";
import type { Amount } from "../../domain/money.ts";
import type { AskedOperation } from "../../domain/request/operation.ts";
import { currentTransactions } from "../../domain/order/order.ts";
import type { Order, Transaction } from "../../domain/order/order.ts";
import { referredOf } from "../../domain/rules/order/referral.ts";
import type { RuleContext } from "../../domain/request/rule.ts";

/** What the scenario is told about, whether it makes a transaction of an order or not. */
export interface AskedAbout {
  readonly merchant: Merchant;
  readonly operation: AskedOperation;
  readonly version: number;
  readonly orderId: string | undefined;
  readonly transactionId: string | undefined;
  readonly body: JsonObject;
  readonly amount: Amount | undefined;
  readonly currency: string | undefined;
  readonly card: Facts["card"];
  readonly cardKey: string | undefined;
  readonly order: Order | undefined;
  readonly orderStatus: string | undefined;
  readonly now: number;
}

/** What the run and the ids of the request add. */
export interface FactsAround {
  /** Places in sequences that have been looked up. */
  readonly counts: Facts["counts"];
  readonly seed: number;
}

/**
 * What the scenario may look at of a transaction. A referral is about the referred transaction's money, and the issuer
 * has been spoken to: the card says nothing any more, so that a card which is always referred does not stay so for
 * ever (assumption A117).
 */
export function factsOfTransaction(context: RuleContext, around: FactsAround): Facts {
  const { instruction, merchant, order, status, now } = context;
  const { operation, body } = instruction;
  const isReferral = operation === "REFERRAL";
  const { amount, currency } = (isReferral ? referredOf(order) : instruction) ?? NO_MONEY;
  const about: AskedAbout = {
    merchant,
    operation,
    version: instruction.version,
    orderId: instruction.orderId,
    transactionId: instruction.transactionId,
    body,
    amount,
    currency,
    card: isReferral ? undefined : instruction.card,
    cardKey: instruction.fingerprint ?? (order && cardKeyOf(order)),
    order,
    orderStatus: status === "NEW" ? undefined : status,
    now,
  };
  return factsOf(about, around);
}

/** The same of anything. */
export function factsOf(about: AskedAbout, { counts, seed }: FactsAround): Facts {
  const { body, merchant, operation, order } = about;
  const before = order === undefined ? NO_TRANSACTIONS : currentTransactions(order);
  return {
    merchantId: merchant.id,
    operation,
    version: about.version,
    orderId: about.orderId,
    transactionId: about.transactionId,
    sessionId: textAt(body, SESSION_ID),
    token: textAt(body, TOKEN),
    request: body,
    reference: textAt(body, "order.reference"),
    amount: about.amount,
    currency: about.currency,
    card: about.card,
    street: textAt(body, "billing.address.street"),
    orderStatus: about.orderStatus,
    attempt: 1 + triesOf(before, operation),
    earlier: before.length === 0 ? NO_DECISIONS : before.map(earlierOf),
    cardKey: about.cardKey,
    counts,
    seed,
    now: about.now,
    expiredCards: merchant.expiredCards,
  };
}

const SESSION_ID = "session.id";
const TOKEN = "sourceOfFunds.token";
const NO_MONEY = { amount: undefined, currency: undefined };
const NO_TRANSACTIONS: readonly Transaction[] = [];
const NO_DECISIONS: readonly EarlierDecision[] = [];

/** Tries that were answered; a refused one is none, and the two steps of a browser payment are one. */
function triesOf(before: readonly Transaction[], operation: AskedOperation): number {
  let tries = 0;
  for (const it of before) if (it.operation === operation) tries += 1;
  return tries;
}

function earlierOf({ operation, outcome, ruleKey }: Transaction): EarlierDecision {
  return { operation, gatewayCode: outcome.gatewayCode, ruleKey };
}

/** Of the card that the order was opened with. */
function cardKeyOf({ transactions }: Order): string | undefined {
  return transactions.find(({ card }) => card !== undefined)?.card;
}
