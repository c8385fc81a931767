import type { EarlierDecision, Facts } from "../domain/decision.ts";
import { textAt } from "../domain/json.ts";
import type { JsonObject } from "../domain/json.ts";
import type { TransactionOperation } from "../domain/operation.ts";
import { currentTransactions } from "../domain/order.ts";
import type { Order, Transaction } from "../domain/order.ts";
import { referredOf } from "../domain/referral.ts";
import type { RuleContext } from "../domain/rule.ts";

/** What the request alone does not say of a decision. */
export interface FactsAround {
  /** Places in sequences that have been looked up; see turns.ts. */
  readonly counts: Facts["counts"];
  readonly seed: number;
}

/**
 * What the scenario may look at. A referral is about the referred transaction's money, and the issuer has been spoken
 * to: the card says nothing any more, so that a card which is always referred does not stay so for ever (assumption
 * A117).
 */
export function factsOf(context: RuleContext, { counts, seed }: FactsAround): Facts {
  const { instruction, merchant, order, status, now } = context;
  const { operation, body } = instruction;
  const isReferral = operation === "REFERRAL";
  const { amount, currency } = (isReferral ? referredOf(order) : instruction) ?? NO_MONEY;
  const before = order === undefined ? NO_TRANSACTIONS : currentTransactions(order);
  return {
    merchantId: merchant.id,
    operation,
    version: instruction.version,
    orderId: instruction.orderId,
    transactionId: instruction.transactionId,
    sessionId: textAt(body, SESSION_ID),
    token: textAt(body, TOKEN),
    request: body,
    reference: textAt(body, "order.reference"),
    amount,
    currency,
    card: isReferral ? undefined : instruction.card,
    street: textAt(body, "billing.address.street"),
    orderStatus: status === "NEW" ? undefined : status,
    attempt: 1 + triesOf(before, operation),
    earlier: before.length === 0 ? NO_DECISIONS : before.map(earlierOf),
    cardKey: instruction.fingerprint ?? (order && cardKeyOf(order)),
    counts,
    seed,
    now,
    expiredCards: merchant.expiredCards,
  };
}

const SESSION_ID = "session.id";
const TOKEN = "sourceOfFunds.token";
const NO_MONEY = { amount: undefined, currency: undefined };
const NO_TRANSACTIONS: readonly Transaction[] = [];
const NO_DECISIONS: readonly EarlierDecision[] = [];

/** The session and token that a request names; what they held is in the request itself. */
export function sourceFacts(body: JsonObject): Pick<Facts, "sessionId" | "token"> {
  return { sessionId: textAt(body, SESSION_ID), token: textAt(body, TOKEN) };
}

/** Tries that were answered; a refused one is none, and the two steps of a browser payment are one. */
function triesOf(before: readonly Transaction[], operation: TransactionOperation): number {
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
