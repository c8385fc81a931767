import type { Facts, TriedRule } from "../domain/decision.ts";
import { textsOf } from "./conditions.ts";
import { failureOf } from "./rules.ts";
import type { ActiveRule, Told } from "./rules.ts";

/** How many of the rules asked before the decision are named. */
export const TRIED_MAX = 50;

export interface Asked {
  /** The first rule that matches and decides. */
  readonly rule: ActiveRule | undefined;
  /** Rules that matched before it and only add effects, in the order they were asked. */
  readonly added: readonly ActiveRule[];
  readonly tried: readonly TriedRule[];
}

/** How the rules are asked. */
export interface Asking {
  /** Rules that go before all others. */
  readonly armed: readonly ActiveRule[];
  /** Every rule is asked and named, also those of other cards; for explanations. */
  readonly thorough: boolean;
}

export const USUAL_ASKING: Asking = { armed: [], thorough: false };

/** Asks the rules in order until one decides. */
export type AskRules = (facts: Facts, asking: Asking) => Asked;

/**
 * Only rules that can match are asked: those of the request's card number and those that name no number.
 * So a file of thousands of cards costs as much as a file of one; `tried` leaves out the other cards' rules.
 */
export function createAskRules(rules: readonly ActiveRule[]): AskRules {
  const general = rules.filter((rule) => rule.entry.when?.card === undefined);
  const byCard = rulesByCard(rules);
  return (facts, { armed, thorough }) => {
    const ofCard = byCard.get(facts.card?.number ?? "");
    const asked = ofCard === undefined ? general : inOrder(general, ofCard);
    const found = thorough ? rules : asked;
    return ask(armed.length === 0 ? found : [...armed, ...found], facts, thorough ? Infinity : TRIED_MAX);
  };
}

function ask(rules: Iterable<ActiveRule>, facts: Facts, triedMax: number): Asked {
  const before: TriedRule[] = [];
  const added: ActiveRule[] = [];
  const told: Told = new Map();
  for (const rule of rules) {
    const failed = failureOf(rule, facts);
    if (failed === undefined && rule.kind !== "effects") return { rule, added, tried: before };
    if (failed === undefined) added.push(rule);
    else if (before.length < triedMax) before.push(rule.tried(failed(facts, told)));
  }
  return { rule: undefined, added, tried: before };
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
