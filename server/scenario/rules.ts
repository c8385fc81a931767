import type { Decider, Facts, TriedRule } from "../domain/decision.ts";
import type { GatewayCode } from "../domain/outcome.ts";
import { conditionsOf, textsOf } from "./conditions.ts";
import type { Condition } from "./conditions.ts";
import type { ActiveScenario, RuleEntry } from "./scenario-file.ts";

/** How many of the rules asked before the decision are named. */
export const TRIED_MAX = 50;

/** A rule of an active file, ready to be asked. */
export interface ActiveRule {
  /** Its place among all rules: the lower, the earlier it is asked. */
  readonly place: number;
  /** `scenario#id`, the key of Facts.decided. */
  readonly key: string;
  readonly entry: RuleEntry;
  readonly decider: Decider;
  readonly conditions: readonly Condition[];
  readonly scenario: string;
  /** At least one; each decision on the same order takes the next, the last repeats. */
  readonly outcomes: readonly GatewayCode[];
}

export interface Asked {
  /** The first rule that matches. */
  readonly rule: ActiveRule | undefined;
  readonly tried: readonly TriedRule[];
}

/** Asks the rules in order until one matches. */
export type AskRules = (facts: Facts) => Asked;

/** All rules of the files: higher priority first, then the files' order, then the order within the file. */
export function activeRules(scenarios: readonly ActiveScenario[]): readonly ActiveRule[] {
  return scenarios
    .flatMap(({ name, content }) => (content.rules ?? []).map((entry) => ({ scenario: name, entry })))
    .sort((one, other) => (other.entry.priority ?? 0) - (one.entry.priority ?? 0))
    .map(({ scenario, entry }, place) => ({
      place,
      key: `${scenario}#${entry.id}`,
      entry,
      decider: { kind: "rule", scenario, id: entry.id, case: entry.case },
      conditions: conditionsOf(entry.when ?? {}),
      scenario,
      outcomes: entry.outcomes ?? (entry.outcome === undefined ? [] : [entry.outcome]),
    }));
}

/**
 * Only rules that can match are asked: those of the request's card number and those that name no number.
 * So a file of thousands of cards costs as much as a file of one; `tried` leaves out the other cards' rules.
 */
export function createAskRules(rules: readonly ActiveRule[]): AskRules {
  const general = rules.filter((rule) => rule.entry.when?.card === undefined);
  const byCard = rulesByCard(rules);
  return (facts) => {
    const tried: TriedRule[] = [];
    for (const rule of inOrder(general, byCard.get(facts.card?.number ?? "") ?? [])) {
      const failed = rule.conditions.find(({ holds }) => !holds(facts));
      if (!failed) return { rule, tried };
      if (tried.length < TRIED_MAX)
        tried.push({ scenario: rule.scenario, id: rule.entry.id, failed: sentence(failed, facts) });
    }
    return { rule: undefined, tried };
  };
}

function rulesByCard(rules: readonly ActiveRule[]): ReadonlyMap<string, readonly ActiveRule[]> {
  const byCard = new Map<string, ActiveRule[]>();
  const entries = rules.flatMap((rule) =>
    [...new Set(textsOf(rule.entry.when?.card))].map((number) => ({ number, rule })),
  );
  for (const { number, rule } of entries) {
    const known = byCard.get(number);
    if (known) known.push(rule);
    else byCard.set(number, [rule]);
  }
  return byCard;
}

/** Two lists, each in order, as one in order. */
function* inOrder(one: readonly ActiveRule[], other: readonly ActiveRule[]): Generator<ActiveRule> {
  let taken = 0;
  for (const rule of one) {
    for (let next = other[taken]; next && next.place < rule.place; next = other[taken]) {
      taken += 1;
      yield next;
    }
    yield rule;
  }
  yield* other.slice(taken);
}

function sentence({ name, wanted, got }: Condition, facts: Facts): string {
  return `${name}: expected ${wanted}, got ${got(facts)}`;
}
