import type { Facts, RuleName, TriedRule } from "../domain/decision.ts";
import { readyAnswer, readyEffects } from "./answers.ts";
import type { ReadyAnswer, ReadyEffects } from "./answers.ts";
import { conditionsOf } from "./conditions.ts";
import type { Condition } from "./conditions.ts";
import { draw } from "./draw.ts";
import type { ActiveScenario, RuleEntry } from "./scenario-file.ts";

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
  readonly conditions: readonly RuleCondition[];
  /** What is told of it when it does not match. */
  readonly tried: (failed: string) => TriedRule;
  readonly effects: ReadyEffects;
  /** Of a rule that decides payments: its outcome, or each of its sequence. */
  readonly answers: readonly ReadyAnswer[];
  readonly isArmed: boolean;
}

/** A condition, and how to tell that it failed. */
interface RuleCondition extends Condition {
  readonly failure: Failure;
}

/** The scenario that armed rules are said to be of. No file can have the name. */
export const ARMED = "#armed";

/** All rules of the files: higher priority first, then the files' order, then the order within the file. */
export function activeRules(scenarios: readonly ActiveScenario[]): readonly ActiveRule[] {
  return scenarios
    .flatMap(({ name, content }) => (content.rules ?? []).map((entry) => ({ scenario: name, entry })))
    .sort((one, other) => (other.entry.priority ?? 0) - (one.entry.priority ?? 0))
    .map(({ scenario, entry }, place) => readyRule(scenario, entry, place));
}

export function readyRule(scenario: string, entry: RuleEntry, place: number): ActiveRule {
  return {
    place,
    key: `${scenario}#${entry.id}`,
    kind: kindOf(entry),
    entry,
    name: { scenario, id: entry.id, case: entry.case },
    tried: teller(scenario, entry.id),
    conditions: conditionsOf(entry.when ?? {}).map((it) => ({ failure: failedCondition(it), ...it })),
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

/** Why a rule does not match; the sentence is made only when somebody wants it. */
export type Failure = (facts: Facts, told: Told) => string;

/** What came, by condition: many rules ask the same, and telling it costs more than asking. */
export type Told = Map<string, string>;

/** Undefined: the rule matches. */
export function failureOf({ conditions, entry, key }: ActiveRule, facts: Facts): Failure | undefined {
  for (const condition of conditions) if (!condition.holds(facts)) return condition.failure;
  if (entry.chance === undefined) return undefined;
  const { chance } = entry;
  const drawn = draw(facts, key, "chance");
  return drawn < chance ? undefined : () => `chance: expected below ${chance}, drew ${drawn.toFixed(3)}`;
}

function failedCondition({ name, wanted, got }: Condition): Failure {
  const sentence = (came: string): string => `${name}: expected ${wanted}, got ${came}`;
  // Of the requests of a test run many have the same here, so that the last one is kept.
  let last = { came: "", told: sentence("") };
  return (facts, told) => {
    const known = told.get(name);
    const came = known ?? got(facts);
    if (known === undefined) told.set(name, came);
    if (came !== last.came) last = { came, told: sentence(came) };
    return last.told;
  };
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
