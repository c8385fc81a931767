import type { Decision, Deliberation, Facts } from "../domain/decision.ts";
import type { RuleContext } from "../domain/rule.ts";
import type { Asking } from "../scenario/ask-rules.ts";
import type { Scenarios } from "../scenario/scenarios.ts";
import { factsOf } from "./facts.ts";
import type { FactsAround } from "./facts.ts";

/** Asks the scenario about a request, as it is or with other facts. */
export interface Ask {
  readonly decide: (other?: Partial<Facts>) => Decision;
  /** Only the rules that add, where the outcome is somebody else's. */
  readonly addEffects: (other?: Partial<Facts>) => Deliberation;
}

export function askOf(
  scenarios: Scenarios,
  context: RuleContext,
  { asking, ...around }: FactsAround & { readonly asking: Asking },
): Ask {
  const factsWith = (other: Partial<Facts> | undefined): Facts => {
    const facts = factsOf(context, around);
    return other === undefined ? facts : { ...facts, ...other };
  };
  return {
    decide: (other) => scenarios.decide(factsWith(other), asking),
    addEffects: (other) => scenarios.addEffects(factsWith(other), asking),
  };
}
