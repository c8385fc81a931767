import { schemeOf } from "../domain/card.ts";
import type { CardDetails } from "../domain/card-details.ts";
import type { Facts, FactsCard } from "../domain/decision.ts";
import { textAt } from "../domain/json.ts";
import type { Order } from "../domain/order.ts";
import type { RuleContext } from "../domain/rule.ts";

/** What the scenario may look at. */
export function factsOf({ instruction, merchant, order, status, now }: RuleContext): Facts {
  const today = new Date(now);
  return {
    merchantId: merchant.id,
    operation: instruction.operation,
    version: instruction.version,
    orderId: instruction.orderId,
    transactionId: instruction.transactionId,
    reference: textAt(instruction.body, "order.reference"),
    amount: instruction.amount,
    currency: instruction.currency,
    card: instruction.card && cardFacts(instruction.card),
    street: textAt(instruction.body, "billing.address.street"),
    orderStatus: status === "NEW" ? undefined : status,
    decided: decidedOn(order),
    today: { year: today.getUTCFullYear(), month: today.getUTCMonth() + 1 },
    expiredCards: merchant.expiredCards,
  };
}

function cardFacts(card: CardDetails): FactsCard {
  const { number, expiry, securityCode, p2peState, pinState } = card;
  return {
    number,
    scheme: number === undefined ? "OTHER" : schemeOf(number),
    expiry,
    securityCode,
    p2peState,
    pinState,
  };
}

function decidedOn(order: Order | undefined): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { ruleKey } of order?.transactions ?? []) {
    if (ruleKey !== undefined) counts.set(ruleKey, (counts.get(ruleKey) ?? 0) + 1);
  }
  return counts;
}
