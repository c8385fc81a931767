import type { Facts, RuleName, TriedRule } from "../domain/decision.ts";
import { readyAnswer, readyEffects } from "./answers.ts";
import type { ReadyAnswer, ReadyEffects } from "./answers.ts";
import type { ActiveScenario, RuleEntry } from "./scenario-file.ts";
import { chanceCondition, createConditionPool, holdsIn } from "./shared-conditions.ts";
import type { ConditionPool, SharedCondition } from "./shared-conditions.ts";

/** What a rule decides; one without an outcome of any kind only adds effects and lets the next rules decide. */
export type RuleKind = "payment" | "balance" | "risk" | "effects";

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
  readonly conditions: readonly SharedCondition[];
  /** What is told of it when it does not match. */
  readonly tried: (failed: string) => TriedRule;
  readonly effects: ReadyEffects;
  /** Of a rule that decides payments: its outcome, or each of its sequence. */
  readonly answers: readonly ReadyAnswer[];
  readonly isArmed: boolean;
}

/** The scenario that armed rules are said to be of. No file can have the name. */
export const ARMED = "#armed";

/** All rules of the files: higher priority first, then the files' order, then the order within the file. */
export function activeRules(scenarios: readonly ActiveScenario[]): readonly ActiveRule[] {
  const pool = createConditionPool();
  return scenarios
    .flatMap(({ name, content }) => (content.rules ?? []).map((entry) => ({ scenario: name, entry })))
    .sort((one, other) => (other.entry.priority ?? 0) - (one.entry.priority ?? 0))
    .map(({ scenario, entry }, place) => readyRule(scenario, entry, { place, pool }));
}

export interface RulePlace {
  readonly place: number;
  /** Of the rules that it is asked with. */
  readonly pool: ConditionPool;
}

export function readyRule(scenario: string, entry: RuleEntry, { place, pool }: RulePlace): ActiveRule {
  const key = `${scenario}#${entry.id}`;
  const conditions = pool.of(entry.when ?? {});
  return {
    place,
    key,
    kind: kindOf(entry),
    entry,
    name: { scenario, id: entry.id, case: entry.case },
    tried: teller(scenario, entry.id),
    conditions: entry.chance === undefined ? conditions : [...conditions, chanceCondition(key, entry.chance)],
    effects: readyEffects(entry),
    answers: answersOf(entry),
    isArmed: scenario === ARMED,
  };
}

export function kindOf({ outcome, outcomes, balance, risk }: RuleEntry): RuleKind {
  if (outcome !== undefined || outcomes !== undefined) return "payment";
  if (balance !== undefined) return "balance";
  return risk === undefined ? "effects" : "risk";
}

/** The first condition that does not hold; undefined: the rule matches. */
export function failureOf(
  { conditions }: ActiveRule,
  facts: Facts,
  round: number,
): SharedCondition | undefined {
  for (const condition of conditions) if (!holdsIn(condition, facts, round)) return condition;
  return undefined;
}

/** Requests that fail it in the same way share what is told: a journal keeps fifty of these for each of them. */
function teller(scenario: string, id: string): ActiveRule["tried"] {
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
