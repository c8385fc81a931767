import { CARD } from "../../domain/card/card-details.ts";
import { isObject, textAt, valueAt } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { cardFacts } from "../answers/defaults.ts";
import { valueOf } from "../answers/members/pick.ts";
import { SOURCE_OF_FUNDS } from "../answers/shapes/source-of-funds.ts";

/** The source of funds of an answer that belongs to no order: the request's own, masked, and what its card is. */
export function echoOfFunds(masked: JsonObject): Json | undefined {
  const card = valueAt(masked, CARD);
  const known = isObject(card) ? { card: cardFacts(textAt(card, "number")) } : undefined;
  const isGiftCard = valueAt(masked, "sourceOfFunds.provided.giftCard") !== undefined;
  const own = { provided: known, type: isGiftCard ? "GIFT_CARD" : "CARD" };
  return valueOf(SOURCE_OF_FUNDS, "sourceOfFunds", [masked], own);
}
