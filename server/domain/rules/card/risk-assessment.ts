import type { CardRequestContext } from "../../request/card-request.ts";
import { textAt, valueAt } from "../../json.ts";
import { demanded, refuse } from "../../request/rule.ts";
import type { Rule } from "../../request/rule.ts";
import { resultOf } from "../../risk.ts";
import type { RiskAssessment } from "../../risk.ts";

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
