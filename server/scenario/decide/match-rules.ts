import type { Facts } from "../../domain/record/decision.ts";
import type { TriedRule } from "../../domain/record/deliberation.ts";
import { textsOf } from "../condition-kinds/condition.ts";
import { failureOf } from "./rules.ts";
import type { ActiveRule } from "./rules.ts";
import { nothingSeen } from "./shared-conditions.ts";
import type { Seen } from "./shared-conditions.ts";

/** How many of the rules asked before the decision are named. */
export const TRIED_MAX = 50;

export interface RuleMatch {
  /** The first rule that matches and decides. */
  readonly rule: ActiveRule | undefined;
  /** Rules that matched before it and only add effects, in the order they were asked. */
  readonly added: readonly ActiveRule[];
  readonly tried: readonly TriedRule[];
  /** How many rules were not asked because they name other cards. */
  readonly ofOtherCards: number;
}

/** How the rules of a scenario are matched against a request. */
export interface MatchOptions {
  /** Rules that go before all others. */
  readonly armed: readonly ActiveRule[];
  /** Every rule is asked and named, also those of other cards; for explanations. */
  readonly thorough: boolean;
}

export const DEFAULT_MATCHING: MatchOptions = { armed: [], thorough: false };

/** The same options with only those armed rules that apply. */
export function withArmedOnly(matching: MatchOptions, isAsked: (rule: ActiveRule) => boolean): MatchOptions {
  const { armed, thorough } = matching;
  return armed.length === 0 ? matching : { armed: armed.filter(isAsked), thorough };
}

/** Matches the rules in order until one decides. */
export type MatchRules = (facts: Facts, matching: MatchOptions) => RuleMatch;

/**
 * Only rules that can match are asked: those of the request's card number and those that name no number, and of these
 * the ones about encryption when something came encrypted. So a file of thousands of cards costs as much as a file of
 * one. `tried` leaves out the rules that are not asked; those of other cards are counted once, here, for all requests.
 */
export function createRuleMatcher(rules: readonly ActiveRule[]): MatchRules {
  const general = rules.filter((rule) => rule.entry.when?.card === undefined);
  const ofPlainCards = general.filter(({ entry }) => !asksEncryption(entry));
  const byCard = rulesByCard(rules);
  const ofCards = rules.length - general.length;
  const nobody: RuleMatch = { rule: undefined, added: [], tried: [], ofOtherCards: ofCards };
  return (facts, { armed, thorough }) => {
    const ofCard = byCard.get(facts.card?.number ?? "") ?? NO_RULES;
    const found = thorough ? rules : inOrder(isEncrypted(facts) ? general : ofPlainCards, ofCard);
    if (found.length === 0 && armed.length === 0) return nobody;
    const triedMax = thorough ? Infinity : TRIED_MAX;
    const asked: Questioning = { facts, triedMax, added: [], tried: [] };
    // Slots are those of the rules of one list, and each armed rule is a list of its own.
    const rule =
      armed.find((it) => decides(it, asked, nothingSeen())) ?? decidingOf(found, asked, nothingSeen());
    const ofOtherCards = thorough ? 0 : ofCards - ofCard.length;
    return { rule, added: asked.added, tried: asked.tried, ofOtherCards };
  };
}

const NO_RULES: readonly ActiveRule[] = [];

function asksEncryption({ when }: ActiveRule["entry"]): boolean {
  return when?.p2pe !== undefined || when?.pin !== undefined;
}

function isEncrypted({ card }: Facts): boolean {
  return card?.p2peState !== undefined || card?.pinState !== undefined;
}

/** A request that rules are asked about, and what came of it so far. */
interface Questioning {
  readonly facts: Facts;
  readonly triedMax: number;
  readonly added: ActiveRule[];
  readonly tried: TriedRule[];
}

function decidingOf(rules: readonly ActiveRule[], asked: Questioning, seen: Seen): ActiveRule | undefined {
  for (const rule of rules) if (decides(rule, asked, seen)) return rule;
  return undefined;
}

function decides(rule: ActiveRule, { facts, triedMax, added, tried }: Questioning, seen: Seen): boolean {
  const failed = failureOf(rule, facts, seen);
  if (failed === undefined && rule.kind !== "effects") return true;
  if (failed === undefined) added.push(rule);
  else if (tried.length < triedMax) tried.push(rule.tried(failed.reason(facts, seen)));
  return false;
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
function inOrder(one: readonly ActiveRule[], other: readonly ActiveRule[]): readonly ActiveRule[] {
  if (other.length === 0) return one;
  if (one.length === 0) return other;
  return [...one, ...other].sort((left, right) => left.place - right.place);
}
