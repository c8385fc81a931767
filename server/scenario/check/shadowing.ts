import { offsetOf, placeAt } from "../../document/yaml-place.ts";
import { areAllImplied, CONDITION_KINDS, CONDITION_NAMES } from "../conditions.ts";
import type { AnyKind, ConditionName, When } from "../conditions.ts";
import type { CheckedRule } from "./checked-rule.ts";
import { problemOf } from "../reading/remark.ts";
import type { CheckedProblem } from "../reading/remark.ts";

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
  const deciding = createRuleIndex();
  return rules.flatMap((rule) => {
    const by = deciding.firstOf(rule.when, (before) => isShadowedBy(rule, before));
    if (rule.decides) deciding.add(rule);
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
  const place = by.source === rule.source ? `on line ${line}` : `(${by.source.file}:${line})`;
  const message = `this rule is never tried: "${by.entry.id}" ${place} comes first and matches everything that it matches`;
  return problemOf("shadowed-rule", { source: rule.source, pointer: `${rule.pointer}/id` }, message);
}

/** Rules of payments, balances and risk are asked apart, so that only what both are asked for counts. */
function isShadowedBy(rule: CheckedRule, before: CheckedRule): boolean {
  return (
    rule.operations.length > 0 &&
    areAmong(rule.operations, before.operations) &&
    areAllImplied(before.when, rule.when)
  );
}

function areAmong(part: CheckedRule["operations"], whole: CheckedRule["operations"]): boolean {
  return part === whole || part.every((operation) => whole.includes(operation));
}

/** Rules that decide, where those that may stand before another one are found without looking at all of them. */
interface RuleIndex {
  readonly add: (rule: CheckedRule) => void;
  /** Of those that are it, and whose conditions these could imply, the one that was added first. */
  readonly firstOf: (when: When, isIt: (rule: CheckedRule) => boolean) => CheckedRule | undefined;
}

interface Placed {
  readonly place: number;
  readonly rule: CheckedRule;
}

const INDEXES = CONDITION_NAMES.flatMap((name) => {
  const { index } = CONDITION_KINDS[name];
  return index === undefined ? [] : [{ name, index }];
});

/**
 * Each rule is found by one of its conditions: the one whose values fewest rules before it share. A rule without such a
 * condition is looked at always.
 */
function createRuleIndex(): RuleIndex {
  const general: Placed[] = [];
  const byKey = new Map<string, Placed[]>();
  const sharing = (keys: readonly string[]): number =>
    Math.max(...keys.map((key) => byKey.get(key)?.length ?? 0));
  let place = 0;
  return {
    add: (rule) => {
      place += 1;
      const [keys] = INDEXES.map((it) => keysOf(it, rule.when))
        .filter((it) => it.length > 0)
        .map((it) => ({ it, others: sharing(it) }))
        .sort((one, other) => one.others - other.others);
      for (const list of keys?.it.map((key) => listAt(byKey, key)) ?? [general]) list.push({ place, rule });
    },
    firstOf: (when, isIt) => {
      const keys = INDEXES.flatMap((it) => lookupsOf(it, when));
      const found = keys.flatMap((key) => byKey.get(key)?.find(({ rule }) => isIt(rule)) ?? []);
      const all = found.concat(general.find(({ rule }) => isIt(rule)) ?? []);
      return all.sort((one, other) => one.place - other.place)[0]?.rule;
    },
  };
}

interface NamedIndex {
  readonly name: ConditionName;
  readonly index: NonNullable<AnyKind["index"]>;
}

function keysOf({ name, index }: NamedIndex, when: When): readonly string[] {
  const wanted = when[name];
  return wanted === undefined ? [] : [...new Set(index.keys(wanted))].map((key) => `${name} ${key}`);
}

function lookupsOf({ name, index }: NamedIndex, when: When): readonly string[] {
  const keys = new Set(index.lookups(when).filter((key) => key !== undefined));
  return [...keys].map((key) => `${name} ${key}`);
}

function listAt(byKey: Map<string, Placed[]>, key: string): Placed[] {
  const list = byKey.get(key) ?? [];
  byKey.set(key, list);
  return list;
}
