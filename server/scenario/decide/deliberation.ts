import type { Facts } from "../../domain/record/decision.ts";
import type { Decider, Deliberation } from "../../domain/record/deliberation.ts";
import { NO_EFFECTS } from "../../domain/record/effects.ts";
import type { Effects, Fault } from "../../domain/record/effects.ts";
import type { Delay, ReadyEffects } from "./answers.ts";
import { withArmedOnly, DEFAULT_MATCHING } from "./match-rules.ts";
import type { RuleMatch, MatchOptions, MatchRules } from "./match-rules.ts";
import type { ActiveRule } from "./rules.ts";
import type { Turn } from "./sequences.ts";
import { draw } from "./shared-conditions.ts";

/** What every decision of a set of scenario files has in common. */
export interface SetFacts {
  readonly names: readonly string[];
  readonly revision: string;
  /** Of requests that no rule delays. */
  readonly delay: Delay | undefined;
}

interface Deliberated {
  readonly asked: RuleMatch;
  readonly decidedBy: Decider;
  /** Undefined: no rule of payments decided. */
  readonly turn: Turn | undefined;
}

/** How a decision came about: who decided, who added what, and what was used up. */
export function deliberationOf(
  set: SetFacts,
  { asked, decidedBy, turn }: Deliberated,
  facts: Facts,
): Deliberation {
  const effects = effectsOf(set, { asked, turn }, facts);
  return {
    decidedBy,
    addedBy: namesOf(asked.added),
    pausedBy: pausersOf({ asked, turn }, effects),
    tried: asked.tried,
    ofOtherCards: asked.ofOtherCards,
    effects,
    step: turn?.step,
    counters: countersOf(turn),
    armed: armedOf(asked),
    scenarios: set.names,
    revision: set.revision,
  };
}

const NONE: readonly never[] = [];

export function namesOf(added: RuleMatch["added"]): Deliberation["addedBy"] {
  return added.length === 0 ? NONE : added.map(({ name }) => name);
}

/** The rules that a delay, or a hold before the commit, comes from. */
export function pausersOf(
  { asked: { added, rule }, turn }: Omit<Deliberated, "decidedBy">,
  { delayMs: delayed, hold }: Effects,
): Deliberation["pausedBy"] {
  if (delayed === 0 && hold !== "before-commit") return NONE;
  const pauses = (effects: ReadyEffects | undefined): boolean =>
    effects?.delay !== undefined || effects?.hold === "before-commit";
  const deciding = rule !== undefined && (pauses(rule.effects) || pauses(turn?.answer.effects)) ? [rule] : [];
  return namesOf([...added.filter(({ effects }) => pauses(effects)), ...deciding]);
}

export function countersOf(turn: Turn | undefined): Deliberation["counters"] {
  return turn?.counter === undefined ? NONE : [turn.counter];
}

/** The armed rules that had a part in it. */
export function armedOf({ added, rule }: RuleMatch): Deliberation["armed"] {
  if (rule === undefined && added.length === 0) return NONE;
  const used = rule === undefined ? added : [...added, rule];
  return used.filter(({ isArmed }) => isArmed).map(({ entry }) => entry.id);
}

interface Source {
  readonly key: string;
  readonly effects: ReadyEffects;
}

/** Of each effect the rule that was asked first counts; a step of a sequence goes before its rule. */
export function effectsOf(
  set: SetFacts,
  { asked, turn }: Omit<Deliberated, "decidedBy">,
  facts: Facts,
): Effects {
  const isPlain = asked.rule === undefined && asked.added.length === 0 && set.delay === undefined;
  if (isPlain) return NO_EFFECTS;
  const sources = [...asked.added.map(sourceOf), ...(asked.rule ? deciding(asked.rule, turn) : [])];
  return {
    delayMs: delayMs(set, sources, facts),
    hold: first(sources, ({ hold }) => hold),
    fault: turn?.fault ?? first(sources, ({ fault }): Fault | undefined => fault),
    chaos: first(sources, ({ chaos }) => chaos) ?? false,
    notification: first(sources, ({ notification }) => notification),
  };
}

function sourceOf({ key, effects }: ActiveRule): Source {
  return { key, effects };
}

function deciding(rule: ActiveRule, turn: Turn | undefined): readonly Source[] {
  const own = sourceOf(rule);
  return turn === undefined
    ? [own]
    : [{ key: `${rule.key}/${turn.step ?? 0}`, effects: turn.answer.effects }, own];
}

function first<V>(sources: readonly Source[], of: (effects: ReadyEffects) => V | undefined): V | undefined {
  for (const { effects } of sources) {
    const value = of(effects);
    if (value !== undefined) return value;
  }
  return undefined;
}

function delayMs(set: SetFacts, sources: readonly Source[], facts: Facts): number {
  const source = sources.find(({ effects }) => effects.delay !== undefined);
  const delay = source?.effects.delay ?? set.delay;
  if (delay === undefined) return 0;
  const key = source?.key ?? "";
  return delay(draw(facts, key, "delay"), draw(facts, key, "delay again"));
}

interface AddEffectsParts {
  readonly match: MatchRules;
  readonly set: SetFacts;
}

/** Whether the rule leaves the outcome to others. */
export function onlyAdds({ kind }: ActiveRule): boolean {
  return kind === "effects";
}

/** Where the outcome is no scenario's: the rules that only add are asked, all of them. */
export function createAddEffects({ match, set }: AddEffectsParts) {
  return (facts: Facts, matching: MatchOptions = DEFAULT_MATCHING): Deliberation => {
    const asked = match(facts, withArmedOnly(matching, onlyAdds));
    return deliberationOf(set, { asked, decidedBy: { kind: "default" }, turn: undefined }, facts);
  };
}
