import type { Facts } from "../../domain/record/decision.ts";
import { ARMED } from "../../domain/record/deliberation.ts";
import type { RuleName, TriedRule } from "../../domain/record/deliberation.ts";
import type { ActiveScenario, RuleEntry } from "../scenario-file.ts";
import { readyAnswer, readyEffects } from "./answers.ts";
import type { ReadyAnswer, ReadyEffects } from "./answers.ts";
import { chanceCondition, holdsIn, sharedConditions } from "./shared-conditions.ts";
import type { AskedCondition, Seen } from "./shared-conditions.ts";

/** What a rule decides; one without an outcome of any kind only adds effects and lets the next rules decide. */
type RuleKind = "authentication" | "payment" | "balance" | "risk" | "effects";

/** A rule of an active file, or one that was armed, ready to be asked. */
export interface ActiveRule {
  /** Its place among all rules: the lower, the earlier it is asked. */
  readonly place: number;
  /** `scenario#id`. */
  readonly key: string;
  readonly kind: RuleKind;
  readonly entry: RuleEntry;
  readonly name: RuleName;
  /** Its chance is the last of them. */
  readonly conditions: readonly AskedCondition[];
  /** What is told of it when it does not match. */
  readonly tried: (failed: string) => TriedRule;
  readonly effects: ReadyEffects;
  /** Of a rule that decides payments: its outcome, or each of its sequence. */
  readonly answers: readonly ReadyAnswer[];
  readonly isArmed: boolean;
}

/** All rules of the files: higher priority first, then the files' order, then the order within the file. */
export function inPriority(scenarios: readonly ActiveScenario[]): readonly NamedEntry[] {
  return scenarios
    .flatMap(({ name, content }) => (content.rules ?? []).map((entry) => ({ scenario: name, entry })))
    .sort((one, other) => (other.entry.priority ?? 0) - (one.entry.priority ?? 0));
}

/** A rule with the scenario that it is of. */
interface NamedEntry {
  readonly scenario: string;
  readonly entry: RuleEntry;
}

/** Rules that are asked together, in this order; `first` is the place of the first of them. */
export function activeRules(entries: readonly NamedEntry[], first = 0): readonly ActiveRule[] {
  const conditions = sharedConditions(entries.map(({ entry }) => entry.when ?? {}));
  return entries.map((named, index) => activeRule(named, first + index, conditions[index] ?? []));
}

function activeRule(
  { scenario, entry }: NamedEntry,
  place: number,
  conditions: readonly AskedCondition[],
): ActiveRule {
  const key = `${scenario}#${entry.id}`;
  return {
    place,
    key,
    kind: kindOf(entry),
    entry,
    name: { scenario, id: entry.id, case: entry.case },
    tried: triedRule(scenario, entry.id),
    conditions: entry.chance === undefined ? conditions : [...conditions, chanceCondition(key, entry.chance)],
    effects: readyEffects(entry),
    answers: answersOf(entry),
    isArmed: scenario === ARMED,
  };
}

export function kindOf({ outcome, outcomes, authentication, balance, risk }: RuleEntry): RuleKind {
  if (outcome !== undefined || outcomes !== undefined) return "payment";
  if (authentication !== undefined) return "authentication";
  if (balance !== undefined) return "balance";
  return risk === undefined ? "effects" : "risk";
}

/** The first condition that does not hold; undefined: the rule matches. */
export function failureOf({ conditions }: ActiveRule, facts: Facts, seen: Seen): AskedCondition | undefined {
  for (const condition of conditions) if (!holdsIn(condition, facts, seen)) return condition;
  return undefined;
}

/** Requests that fail it in the same way share what is told: a journal keeps fifty of these for each of them. */
function triedRule(scenario: string, id: string): ActiveRule["tried"] {
  let last: TriedRule = { scenario, id, failed: "" };
  return (failed) => {
    if (failed !== last.failed) last = { scenario, id, failed };
    return last;
  };
}

/** The steps of a sequence have their own effects; an outcome by itself has those of its rule. */
function answersOf(entry: RuleEntry): readonly ReadyAnswer[] {
  if (entry.outcomes !== undefined) return entry.outcomes.map(readyAnswer);
  return entry.outcome === undefined ? [] : [readyAnswer(entry)];
}
