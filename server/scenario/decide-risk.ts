import type { Facts } from "../domain/decision.ts";
import type { RiskDecision } from "../domain/risk.ts";
import type { AskRules } from "./rules.ts";

export interface DecideRiskParts {
  readonly askRules: AskRules;
  readonly revision: string;
}

/** The order of decision: the rules with `risk`, ACCEPT. */
export function createDecideRisk({ askRules, revision }: DecideRiskParts): (facts: Facts) => RiskDecision {
  return (facts) => {
    const { rule, tried } = askRules(facts);
    return {
      recommendation: rule?.entry.risk ?? "ACCEPT",
      decidedBy: rule?.decider ?? { kind: "default" },
      tried,
      revision,
    };
  };
}
