import { maskText } from "../../domain/card/card.ts";
import type { RuleUse } from "../../journal/rule-tally.ts";
import type { RuleSummary, Scenarios } from "../../scenario/scenarios.ts";

/** A rule, and how often it had a part in an answer. */
export interface CoveredRule extends Omit<RuleSummary, "isShipped"> {
  readonly times: number;
  /** Undefined: never. */
  readonly lastExchange: string | undefined;
}

/** A case of the test plan: exercised when one of its rules was. */
export interface CoveredCase {
  readonly case: string;
  readonly times: number;
  /** `scenario#id` of its rules. */
  readonly rules: readonly string[];
}

/** Which rules of the active scenarios have answered since the last reset, and which never did. */
export interface ScenarioCoverage {
  readonly scenarios: readonly string[];
  readonly revision: string;
  /** Of the plan; where nothing else is active, of the files that ship with the sandbox. */
  readonly rules: readonly CoveredRule[];
  readonly cases: readonly CoveredCase[];
  /** Rules that answered and are not counted: armed ones, those of specification, of other files and former revisions. */
  readonly others: readonly CoveredRule[];
  /** Rules of active files that ship with the sandbox, beside a plan: they count for nothing. */
  readonly shipped: readonly CoveredRule[];
  /** Rules that had a part in an answer, in percent rounded down to a tenth; 100 when there is none. */
  readonly percent: number;
  /** The same of cases. */
  readonly casesPercent: number;
}

export function scenarioCoverage(
  { names, revision, rules }: Pick<Scenarios, "names" | "revision" | "rules">,
  uses: ReadonlyMap<string, RuleUse>,
): ScenarioCoverage {
  const own = rules.filter(({ isShipped }) => !isShipped);
  const isPlan = own.length > 0;
  const coveredOf = (list: typeof rules): readonly CoveredRule[] =>
    list.map((rule) => coveredBy(rule, uses.get(keyOf(rule))));
  const covered = coveredOf(isPlan ? own : rules);
  const shipped = coveredOf(isPlan ? rules.filter(({ isShipped }) => isShipped) : []);
  const active = new Set(rules.map(keyOf));
  const others = [...uses]
    .filter(([key]) => !active.has(key))
    .map(([, use]) => coveredBy({ ...use, note: undefined }, use));
  const cases = casesOf(covered);
  const percents = { percent: percentOf(covered), casesPercent: percentOf(cases) };
  return { scenarios: names, revision, rules: covered, cases, others, shipped, ...percents };
}

function percentOf(list: readonly { readonly times: number }[]): number {
  const met = list.filter(({ times }) => times > 0).length;
  return list.length === 0 ? 100 : Math.floor((met * 1000) / list.length) / 10;
}

export function keyOf({ scenario, id }: Pick<RuleSummary, "id" | "scenario">): string {
  return `${scenario}#${id}`;
}

function coveredBy(
  { scenario, id, case: number, note }: Omit<RuleSummary, "isShipped">,
  use: RuleUse | undefined,
): CoveredRule {
  return {
    scenario,
    id,
    case: number,
    note: note && maskText(note),
    times: use?.times ?? 0,
    lastExchange: use?.last,
  };
}

function casesOf(rules: readonly CoveredRule[]): readonly CoveredCase[] {
  const cases = new Map<string, CoveredCase>();
  for (const rule of rules) {
    if (rule.case === undefined) continue;
    const known = cases.get(rule.case) ?? { case: rule.case, times: 0, rules: [] };
    const times = known.times + rule.times;
    cases.set(rule.case, { ...known, times, rules: [...known.rules, keyOf(rule)] });
  }
  return [...cases.values()];
}
