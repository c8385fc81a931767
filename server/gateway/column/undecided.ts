import { plainOutcomeOf } from "../../domain/order/outcome.ts";
import type { GatewayCode } from "../../domain/order/outcome.ts";
import type { Decision } from "../../domain/record/decision.ts";
import type { Decider } from "../../domain/record/deliberation.ts";
import { NO_EFFECTS } from "../../domain/record/effects.ts";
import type { Scenarios } from "../../scenario/scenarios.ts";

/** The rest of a decision in which no scenario had a part. */
export function undecided(
  { names, revision }: Pick<Scenarios, "names" | "revision">,
  decidedBy: Decider,
): Omit<Decision, "outcome"> {
  return {
    decidedBy,
    addedBy: [],
    pausedBy: [],
    tried: [],
    ofOtherCards: 0,
    effects: NO_EFFECTS,
    step: undefined,
    counters: [],
    armed: [],
    scenarios: names,
    revision,
    ruleKey: undefined,
  };
}

/** A decision of the gateway itself: the acquirer is not asked, so no scenario has a part in it. */
export function withoutAcquirer(scenarios: Scenarios, gatewayCode: GatewayCode, rule: string): Decision {
  return { outcome: plainOutcomeOf(gatewayCode), ...undecided(scenarios, { kind: "interface", rule }) };
}
