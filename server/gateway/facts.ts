import { schemeOf } from "../domain/card.ts";
import type { CardDetails } from "../domain/card-details.ts";
import type { Facts, FactsCard } from "../domain/decision.ts";
import { textAt } from "../domain/json.ts";
import type { Order } from "../domain/order.ts";
import { referredOf } from "../domain/referral.ts";
import type { RuleContext } from "../domain/rule.ts";

/** What the scenario may look at. */
export function factsOf(context: RuleContext): Facts {
  const { instruction, merchant, order, status, now } = context;
  return {
    merchantId: merchant.id,
    operation: instruction.operation,
    version: instruction.version,
    orderId: instruction.orderId,
    transactionId: instruction.transactionId,
    reference: textAt(instruction.body, "order.reference"),
    ...paymentFacts(context),
    street: textAt(instruction.body, "billing.address.street"),
    orderStatus: status === "NEW" ? undefined : status,
    decided: decidedOn(order),
    today: monthOf(now),
    expiredCards: merchant.expiredCards,
  };
}

/** The month of a time, in UTC. */
export function monthOf(now: number): Facts["today"] {
  const day = new Date(now);
  return { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1 };
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

function decidedOn(order: Order | undefined): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { ruleKey } of order?.transactions ?? []) {
    if (ruleKey !== undefined) counts.set(ruleKey, (counts.get(ruleKey) ?? 0) + 1);
  }
  return counts;
}
