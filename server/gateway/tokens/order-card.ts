import type { Instruction } from "../../domain/instruction.ts";
import { textAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { currentTransactions, succeeded } from "../../domain/order.ts";
import type { Order } from "../../domain/order.ts";
import type { GatewayParts } from "../gateway.ts";
import type { VaultPlace } from "../vault.ts";

type Parts = Pick<GatewayParts, "vault">;

/** The card of a transaction for a token that is made of the order later; undefined when it has none in full. */
export function sealedCardOf(
  { vault }: Parts,
  merchantId: string,
  { orderId, card, body }: Instruction,
): string | undefined {
  if (card?.number === undefined || card.expiry === undefined) return undefined;
  const nameOnCard = textAt(body, "sourceOfFunds.provided.card.nameOnCard");
  return vault.seal(merchantId, placeOf(orderId), {
    number: card.number,
    expiry: { ...card.expiry },
    nameOnCard,
  });
}

/** The card that the order last succeeded with, as a request would have it; undefined when there is none. */
export function fundsOfOrder({ vault }: Parts, order: Order): JsonObject | undefined {
  const paid = currentTransactions(order).findLast((it) => succeeded(it) && it.sealedCard !== undefined);
  if (paid?.sealedCard === undefined) return undefined;
  const card = vault.open(order.merchantId, placeOf(order.id), paid.sealedCard);
  return { sourceOfFunds: { type: "CARD", provided: { card } } };
}

function placeOf(orderId: string): VaultPlace {
  return { kind: "order", id: orderId };
}
