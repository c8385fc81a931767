import { CARD } from "../../card/card-details.ts";
import { GIFT_CARD } from "../../request/card-request.ts";
import type { CardRequestContext } from "../../request/card-request.ts";
import { textAt, valueAt } from "../../json.ts";
import { missing, refuse } from "../../request/rule.ts";
import type { Rule } from "../../request/rule.ts";

/** A gift card is asked about under either name, but one card at a time (assumption A163). */
export const oneCard: Rule<CardRequestContext> = {
  id: "one-card",
  source: "interface section 2.13; assumption A163",
  refuses: ({ instruction: { body } }) =>
    valueAt(body, CARD) !== undefined && valueAt(body, GIFT_CARD) !== undefined
      ? refuse(
          GIFT_CARD,
          "UNSUPPORTED",
          `Unexpected parameter '${GIFT_CARD}'. The request already has a card and must have only one`,
        )
      : undefined,
};

/** Request, session and token together must say which card is meant (interface section 2.10). */
export const cardNumberGiven: Rule<CardRequestContext> = {
  id: "card-number-given",
  source: "interface section 2.10",
  refuses: ({ instruction: { body, card } }) => {
    // What was encrypted and cannot be read is a card that nobody knows.
    if (card?.number !== undefined || card?.isUnreadable === true) return undefined;
    const group = textAt(body, "sourceOfFunds.type") === "GIFT_CARD" ? GIFT_CARD : CARD;
    return missing(`${group}.number`, "The card details are incomplete");
  },
};
