import type { Decider, Deliberation, Facts } from "../../domain/record/decision.ts";
import { isFormOperation } from "../../domain/request/operation.ts";
import { textsOf } from "../condition-kinds/condition.ts";
import { askingOnly, USUAL_ASKING } from "./ask-rules.ts";
import type { Asking, AskRules } from "./ask-rules.ts";
import { deliberationOf } from "./deliberation.ts";
import type { SetFacts } from "./deliberation.ts";
import type { ActiveRule } from "./rules.ts";
import { turnOf } from "./sequences.ts";

/** Whether a rule of the kind can delay or break what fields send. */
export function canBreakForm(kind: ActiveRule["kind"]): boolean {
  return kind === "payment" || kind === "effects";
}

/** A magic card breaks payments: it must get as far as that, so that only rules which name fields are asked for them. */
export function namesForm({ kind, entry }: Pick<ActiveRule, "entry" | "kind">): boolean {
  return canBreakForm(kind) && textsOf(entry.when?.operation).some(isFormOperation);
}

interface DecideFormParts {
  readonly askRules: AskRules;
  readonly set: SetFacts;
}

/** Only delays, holds and faults count, of a sequence those of its step. Undefined: no rule has a part in it. */
export function createDecideForm({ askRules, set }: DecideFormParts) {
  const silent = { ...set, delay: undefined };
  return (facts: Facts, asking: Asking = USUAL_ASKING): Deliberation | undefined => {
    const asked = askRules(facts, askingOnly(asking, namesForm));
    const { rule } = asked;
    if (rule === undefined && asked.added.length === 0) return undefined;
    const decidedBy: Decider = rule === undefined ? { kind: "default" } : { kind: "rule", ...rule.name };
    return deliberationOf(silent, { asked, decidedBy, turn: rule && turnOf(rule, facts) }, facts);
  };
}
