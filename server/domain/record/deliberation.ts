import type { Effects } from "./effects.ts";

/** The scenario that armed rules are said to be of. No file can have the name. */
export const ARMED = "#armed";

/** A rule as reports call it. */
export interface RuleName {
  readonly scenario: string;
  readonly id: string;
  /** The test plan's own number. */
  readonly case: string | undefined;
}

/** A rule as people read it, with its case. */
export function ruleWords({ scenario, id, case: number }: RuleName): string {
  const name = scenario === ARMED ? `the armed rule ${id}` : `${scenario}#${id}`;
  return number === undefined ? name : `${name} (${number})`;
}

/** Of rules that were not asked because they name other cards. */
export function unaskedWords(count: number): string {
  return count === 1
    ? "1 rule for other cards was not asked"
    : `${count} rules for other cards were not asked`;
}

/**
 * Who decided: the specification itself, a scenario rule, a simulator table, the payer at the page, the order's
 * reference (assumption A132), or nobody (APPROVED).
 */
export type Decider =
  | { readonly kind: "interface"; readonly rule: string }
  | ({ readonly kind: "rule" } & RuleName)
  | { readonly kind: "table"; readonly scenario: string; readonly table: string; readonly key: string }
  | { readonly kind: "expired-card" }
  | { readonly kind: "wrong-pin" }
  | { readonly kind: "payer" }
  /** The reference is masked, as it is kept. */
  | { readonly kind: "reference"; readonly reference: string }
  | { readonly kind: "default" };

/** A scenario rule that was asked before the decision, and the first condition of it that did not hold. */
export interface TriedRule {
  readonly scenario: string;
  readonly id: string;
  readonly failed: string;
}

/** What every decision says of how it came about. */
export interface Deliberation {
  readonly decidedBy: Decider;
  /** Rules that matched and left the outcome to others: they only added effects. */
  readonly addedBy: readonly RuleName[];
  /** Of all these rules those that make the request wait before anything is stored. */
  readonly pausedBy: readonly RuleName[];
  readonly tried: readonly TriedRule[];
  /** How many rules were not asked because they name other cards. */
  readonly ofOtherCards: number;
  readonly effects: Effects;
  /** The place in a rule's sequence, from 1; undefined when none was asked. */
  readonly step: number | undefined;
  /** Keys of Facts.counts that this decision used, each of which goes up by one with it. */
  readonly counters: readonly string[];
  /** Ids of armed rules that this decision used up one time. */
  readonly armed: readonly string[];
  /** Names of the active scenario files, and what changes with every change of them. */
  readonly scenarios: readonly string[];
  readonly revision: string;
}
