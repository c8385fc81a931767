import { CARD } from "../../card/card-details.ts";
import { textAt, valueAt } from "../../json.ts";
import { resultOf } from "../../order/outcome.ts";
import type { RiskAssessment } from "../../order/outcome.ts";
import { GIFT_CARD } from "../../request/card-request.ts";
import type { CardRequestContext } from "../../request/card-request.ts";
import { demanded, missing, refuse } from "../../request/rule.ts";
import type { Rule } from "../../request/rule.ts";

/** What the rules of a risk assessment look at. */
export interface RiskContext extends CardRequestContext {
  /** As it stands; undefined for a new id. */
  readonly assessment: RiskAssessment | undefined;
  /** Milliseconds since 1970 by the merchant's clock. */
  readonly now: number;
}

const PROCESSED = "transactionProcessingResponse";

/** Whether the merchant only tells what became of the payment; nothing is assessed then. */
export function isInformation({ instruction: { body } }: CardRequestContext): boolean {
  return textAt(body, "requestAction") === "INFORMATION_ONLY";
}

export const assessmentOpen: Rule<RiskContext> = {
  id: "risk-assessment-open",
  source: "interface section 3",
  refuses: ({ assessment }) =>
    assessment !== undefined && resultOf(assessment) === "FAILURE"
      ? refuse(
          "id",
          "INVALID",
          "The result of this risk assessment was FAILURE, so it cannot be updated; " +
            "a new risk assessment id must be used",
        )
      : undefined,
};

/** Information is about a payment that was processed, an assessment about one that is to be. */
export const processingResponseWithInformation: Rule<RiskContext> = {
  id: "processing-response-with-information",
  source: "interface section 2.13; assumption A165",
  refuses: (context) => {
    const isGiven = valueAt(context.instruction.body, PROCESSED) !== undefined;
    if (isGiven === isInformation(context)) return undefined;
    return isGiven
      ? refuse(
          PROCESSED,
          "UNSUPPORTED",
          `Unexpected parameter '${PROCESSED}'. It is allowed only with requestAction INFORMATION_ONLY`,
        )
      : demanded(context.instruction, PROCESSED, "INFORMATION_ONLY must report the result of the payment");
  },
};

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
