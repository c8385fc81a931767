import type { Facts } from "../../domain/record/decision.ts";
import type { Decider, Deliberation } from "../../domain/record/deliberation.ts";
import { isFormOperation } from "../../domain/request/operation.ts";
import { textsOf } from "../condition-kinds/condition.ts";
import { withArmedOnly, DEFAULT_MATCHING } from "./match-rules.ts";
import type { MatchOptions, MatchRules } from "./match-rules.ts";
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
  readonly match: MatchRules;
  readonly set: SetFacts;
}

/** Only delays, holds and faults count, of a sequence those of its step. Undefined: no rule has a part in it. */
export function createDecideForm({ match, set }: DecideFormParts) {
  const silent = { ...set, delay: undefined };
  return (facts: Facts, matching: MatchOptions = DEFAULT_MATCHING): Deliberation | undefined => {
    const asked = match(facts, withArmedOnly(matching, namesForm));
    const { rule } = asked;
    if (rule === undefined && asked.added.length === 0) return undefined;
    const decidedBy: Decider = rule === undefined ? { kind: "default" } : { kind: "rule", ...rule.name };
    return deliberationOf(silent, { asked, decidedBy, turn: rule && turnOf(rule, facts) }, facts);
  };
}
