import type { Deliberation } from "./record/decision.ts";
import type { JsonObject } from "./json.ts";
import type { Result } from "./order/outcome.ts";

/** What the risk service advises. */
export const RISK_RECOMMENDATIONS = ["ACCEPT", "REJECT", "REVIEW"] as const;
export type RiskRecommendation = (typeof RISK_RECOMMENDATIONS)[number];

/** The same in the words of the answer. */
interface RiskMeaning {
  readonly gatewayCode: "ACCEPTED" | "REJECTED" | "REVIEW_REQUIRED";
  /** What is left to be decided by a person. */
  readonly review: "NOT_REQUIRED" | "PENDING";
  readonly result: Extract<Result, "SUCCESS" | "FAILURE">;
}

/** A rejected assessment is a failed one, which no update mends (assumption A164). */
export const RISK_MEANINGS: Readonly<Record<RiskRecommendation, RiskMeaning>> = {
  ACCEPT: { gatewayCode: "ACCEPTED", review: "NOT_REQUIRED", result: "SUCCESS" },
  REJECT: { gatewayCode: "REJECTED", review: "NOT_REQUIRED", result: "FAILURE" },
  REVIEW: { gatewayCode: "REVIEW_REQUIRED", review: "PENDING", result: "SUCCESS" },
};

export interface RiskDecision extends Deliberation {
  readonly recommendation: RiskRecommendation;
}

/** The risk service's last word on a risk assessment. */
export interface RiskAdvice {
  readonly recommendation: RiskRecommendation;
  /** Id of the rule of the risk service; undefined when none had an objection. */
  readonly rule: string | undefined;
}

/** A risk assessment as it is kept. */
export interface RiskAssessment {
  /** Undefined as long as the merchant only gave information. */
  readonly advice: RiskAdvice | undefined;
  /** The latest request, masked. */
  readonly request: JsonObject;
}

export function resultOf({ advice }: Pick<RiskAssessment, "advice">): RiskMeaning["result"] {
  return advice === undefined ? "SUCCESS" : RISK_MEANINGS[advice.recommendation].result;
}
