import { offsetOf, placeAt } from "../../document/yaml-place.ts";
import type { CheckedRule } from "./checked-rule.ts";
import { isEverythingImplied } from "./implication.ts";
import { problemOf } from "./remark.ts";
import type { CheckedProblem } from "./remark.ts";
import { createShelves } from "./shelves.ts";

/** A rule that is never asked, and the one before it that matches everything it matches. */
export interface Shadow {
  readonly rule: CheckedRule;
  readonly by: CheckedRule;
}

/**
 * Rules in the order they are asked: of each that no request gets to, the first one that stands before it. What two
 * rules match only together is not looked at.
 */
export function shadowsAmong(rules: readonly CheckedRule[]): readonly Shadow[] {
  const shelves = createShelves();
  return rules.flatMap((rule) => {
    const by = shelves.firstOf(rule.when, (before) => isShadowedBy(rule, before));
    if (rule.decides) shelves.add(rule);
    return by && !answersTheSame(rule, by) ? [{ rule, by }] : [];
  });
}

/** Two files that give a card the same plain outcome can both be active, and nobody misses the second one. */
function answersTheSame(rule: CheckedRule, by: CheckedRule): boolean {
  const { outcome } = rule.entry;
  const isPlain = [rule, by].every(({ entry }) => OWN.every((member) => entry[member] === undefined));
  return rule.source !== by.source && outcome !== undefined && outcome === by.entry.outcome && isPlain;
}

/** What makes an answer another one than the outcome alone, and a rule one that is looked for in reports. */
const OWN = ["case", "delay", "extra", "fault", "hold", "response", "risk"] as const;

export function shadowProblem({ rule, by }: Shadow): CheckedProblem {
  const { line } = by.source.lines.linePos(offsetOf(placeAt(by.source.document, `${by.pointer}/id`)));
  const place = by.source === rule.source ? `of line ${line}` : `(${by.source.file}:${line})`;
  const message = `this rule is never asked: "${by.entry.id}" ${place} comes first and matches all that it matches`;
  return problemOf("shadowed-rule", { source: rule.source, pointer: `${rule.pointer}/id` }, message);
}

/** Rules of payments, balances and risk are asked apart, so that only what both are asked for counts. */
function isShadowedBy(rule: CheckedRule, before: CheckedRule): boolean {
  return (
    rule.operations.length > 0 &&
    areAmong(rule.operations, before.operations) &&
    isEverythingImplied(before.when, rule.when)
  );
}

function areAmong(part: CheckedRule["operations"], whole: CheckedRule["operations"]): boolean {
  return part === whole || part.every((operation) => whole.includes(operation));
}
