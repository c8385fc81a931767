import { maskText } from "../domain/card.ts";
import type { RuleUse } from "../journal/rule-tally.ts";
import type { RuleSummary, Scenarios } from "../scenario/scenarios.ts";

/** A rule, and how often it had a part in an answer. */
export interface CoveredRule extends RuleSummary {
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
  readonly rules: readonly CoveredRule[];
  readonly cases: readonly CoveredCase[];
  /** Rules that answered and are of no active file: armed ones, other files, former revisions. */
  readonly others: readonly CoveredRule[];
  /** Rules that answered, of all active ones, in percent rounded down to a tenth; 100 when there is none. */
  readonly percent: number;
}

export function scenarioCoverage(
  { names, revision, rules }: Pick<Scenarios, "names" | "revision" | "rules">,
  uses: ReadonlyMap<string, RuleUse>,
): ScenarioCoverage {
  const covered = rules.map((rule) => coveredBy(rule, uses.get(keyOf(rule))));
  const active = new Set(rules.map(keyOf));
  const others = [...uses]
    .filter(([key]) => !active.has(key))
    .map(([, use]) => coveredBy({ ...use, note: undefined }, use));
  const answered = covered.filter(({ times }) => times > 0).length;
  const percent = covered.length === 0 ? 100 : Math.floor((answered * 1000) / covered.length) / 10;
  return { scenarios: names, revision, rules: covered, cases: casesOf(covered), others, percent };
}

export function keyOf({ scenario, id }: Pick<RuleSummary, "id" | "scenario">): string {
  return `${scenario}#${id}`;
}

function coveredBy({ scenario, id, case: number, note }: RuleSummary, use: RuleUse | undefined): CoveredRule {
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
