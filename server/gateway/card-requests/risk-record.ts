import { isObject, textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { RISK_RECOMMENDATIONS } from "../../domain/risk.ts";
import type { RiskAdvice, RiskAssessment } from "../../domain/risk.ts";
import type { RecordChange, RecordRef } from "../../store/store.ts";

export function riskRef(id: string): RecordRef {
  return { kind: "risk-assessment", id };
}

/** Undefined when there is none of that id. */
export function readRiskAssessment(record: JsonObject | undefined): RiskAssessment | undefined {
  const request = valueAt(record, "request");
  return isObject(request) ? { advice: readAdvice(record), request } : undefined;
}

function readAdvice(record: JsonObject | undefined): RiskAdvice | undefined {
  const word = textAt(record, "advice.recommendation");
  const recommendation = RISK_RECOMMENDATIONS.find((it) => it === word);
  return recommendation && { recommendation, rule: textAt(record, "advice.rule") };
}

export function riskChange(id: string, { advice, request }: RiskAssessment): RecordChange {
  return { ...riskRef(id), value: { advice: advice && { ...advice }, request } };
}
