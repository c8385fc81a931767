import type { Deliberation, Facts } from "../domain/decision.ts";
import { askingOnly, USUAL_ASKING } from "./ask-rules.ts";
import type { Asking, AskRules } from "./ask-rules.ts";
import { deliberationOf } from "./deliberation.ts";
import type { SetFacts } from "./deliberation.ts";
import type { ActiveRule } from "./rules.ts";

export interface AddEffectsParts {
  readonly askRules: AskRules;
  readonly set: SetFacts;
}

/** Whether the rule leaves the outcome to others. */
export function onlyAdds({ kind }: ActiveRule): boolean {
  return kind === "effects";
}

/** Where the outcome is no scenario's: the rules that only add are asked, all of them. */
export function createAddEffects({ askRules, set }: AddEffectsParts) {
  return (facts: Facts, asking: Asking = USUAL_ASKING): Deliberation => {
    const asked = askRules(facts, askingOnly(asking, onlyAdds));
    return deliberationOf(set, { asked, decidedBy: { kind: "default" }, turn: undefined }, facts);
  };
}
