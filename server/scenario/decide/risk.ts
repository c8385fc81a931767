import type { Facts } from "../../domain/record/decision.ts";
import type { RiskDecision } from "../../domain/risk.ts";
import { askingOnly, USUAL_ASKING } from "./ask-rules.ts";
import type { Asking, AskRules } from "./ask-rules.ts";
import { deliberationOf } from "./deliberation.ts";
import type { SetFacts } from "./deliberation.ts";
import type { ActiveRule } from "./rules.ts";

interface DecideRiskParts {
  readonly askRules: AskRules;
  readonly set: SetFacts;
}

/** Whether the rule is asked for risk assessments. */
export function canAssessRisk({ kind }: ActiveRule): boolean {
  return kind === "risk" || kind === "effects";
}

/** The order of decision: the rules with `risk` alone, those of specification.yaml the last of them, ACCEPT. */
export function createDecideRisk({ askRules, set }: DecideRiskParts) {
  return (facts: Facts, asking: Asking = USUAL_ASKING): RiskDecision => {
    const asked = askRules(facts, askingOnly(asking, canAssessRisk));
    const decidedBy = asked.rule ? ({ kind: "rule", ...asked.rule.name } as const) : DEFAULT;
    const deliberation = deliberationOf(set, { asked, decidedBy, turn: undefined }, facts);
    return { ...deliberation, recommendation: asked.rule?.entry.risk ?? "ACCEPT" };
  };
}

const DEFAULT = { kind: "default" } as const;
