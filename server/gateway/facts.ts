import { schemeOf } from "../domain/card.ts";
import type { CardDetails } from "../domain/card-details.ts";
import type { EarlierDecision, Facts, FactsCard } from "../domain/decision.ts";
import { textAt } from "../domain/json.ts";
import type { JsonObject } from "../domain/json.ts";
import type { TransactionOperation } from "../domain/operation.ts";
import { currentTransactions } from "../domain/order.ts";
import type { Order } from "../domain/order.ts";
import { referredOf } from "../domain/referral.ts";
import type { RuleContext } from "../domain/rule.ts";

/** What the request alone does not say of a decision. */
export interface FactsAround {
  /** Places in sequences that have been looked up; see turns.ts. */
  readonly counts: Facts["counts"];
  readonly seed: number;
}

/** What the scenario may look at. */
export function factsOf(context: RuleContext, { counts, seed }: FactsAround): Facts {
  const { instruction, merchant, order, status, now } = context;
  return {
    merchantId: merchant.id,
    operation: instruction.operation,
    version: instruction.version,
    orderId: instruction.orderId,
    transactionId: instruction.transactionId,
    ...sourceFacts(instruction.body),
    request: instruction.body,
    reference: textAt(instruction.body, "order.reference"),
    ...paymentFacts(context),
    street: textAt(instruction.body, "billing.address.street"),
    orderStatus: status === "NEW" ? undefined : status,
    attempt: 1 + triesOf(order, instruction.operation),
    earlier: earlierOn(order),
    cardKey: instruction.fingerprint ?? cardKeyOf(order),
    counts,
    seed,
    now,
    expiredCards: merchant.expiredCards,
  };
}

/** The session and token that a request names; what they held is in the request itself. */
export function sourceFacts(body: JsonObject): Pick<Facts, "sessionId" | "token"> {
  return { sessionId: textAt(body, "session.id"), token: textAt(body, "sourceOfFunds.token") };
}

/**
 * A referral is about the referred transaction's money, and the issuer has been spoken to: the card says nothing
 * any more, so that a card which is always referred does not stay so for ever (assumption A117).
 */
function paymentFacts({ instruction, order }: RuleContext): Pick<Facts, "amount" | "currency" | "card"> {
  const { operation, amount, currency, card } = instruction;
  if (operation !== "REFERRAL") return { amount, currency, card: card && cardFacts(card) };
  const referred = referredOf(order);
  return { amount: referred?.amount, currency: referred?.currency, card: undefined };
}

export function cardFacts(card: CardDetails): FactsCard {
  const { number, expiry, securityCode, p2peState, pinState, pin } = card;
  return {
    number,
    scheme: number === undefined ? "OTHER" : schemeOf(number),
    expiry,
    securityCode,
    p2peState,
    pinState,
    pin,
  };
}

/** Tries that were answered; a refused one is none, and the two steps of a browser payment are one. */
function triesOf(order: Order | undefined, operation: TransactionOperation): number {
  return transactionsOf(order).filter((it) => it.operation === operation).length;
}

function earlierOn(order: Order | undefined): readonly EarlierDecision[] {
  return transactionsOf(order).map(({ operation, outcome, ruleKey }) => ({
    operation,
    gatewayCode: outcome.gatewayCode,
    ruleKey,
  }));
}

/** Of the card that the order was opened with. */
function cardKeyOf(order: Order | undefined): string | undefined {
  return order?.transactions.find(({ card }) => card !== undefined)?.card;
}

function transactionsOf(order: Order | undefined): ReturnType<typeof currentTransactions> {
  return order === undefined ? [] : currentTransactions(order);
}
