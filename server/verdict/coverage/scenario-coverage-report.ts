import type { Report, ReportCase, ReportTable } from "../../report/report.ts";
import { keyOf } from "./scenario-coverage.ts";
import type { CoveredCase, CoveredRule, ScenarioCoverage } from "./scenario-coverage.ts";

/** What a plan can be measured by, in percent. */
export const COVERED_PARTS = ["rules", "cases"] as const;
export type ScenarioFloors = Readonly<Partial<Record<(typeof COVERED_PARTS)[number], number>>>;

/** What of the test plan was exercised. A case that never was is skipped, and fails when a floor was missed. */
export function scenarioCoverageReport(
  coverage: ScenarioCoverage,
  subject: string,
  floors: ScenarioFloors,
): Report {
  const missed = missedOf(coverage, floors);
  const isBelow = missed.length > 0;
  return {
    title: "Scenario coverage",
    subject,
    summary: summaryOf(coverage, missed),
    verdict: isBelow ? "failed" : "passed",
    issues: [],
    cases: coverage.cases.map((it) => caseOf(it, isBelow)),
    tables: [
      ruleTable(`Rules of ${scenariosOf(coverage)}`, coverage.rules),
      ...(coverage.shipped.length === 0
        ? []
        : [ruleTable("Rules that ship with the sandbox and do not count", coverage.shipped)]),
      ...(coverage.others.length === 0 ? [] : [ruleTable("Other rules that answered", coverage.others)]),
    ],
    series: [],
  };
}

/** Those whose rules are listed first: what ships has a table of its own beside a plan, and files of tables no rules. */
function scenariosOf({ rules }: ScenarioCoverage): string {
  return [...new Set(rules.map(({ scenario }) => scenario))].join(", ") || "no scenario";
}

/** The floors that were missed, in words. */
function missedOf({ percent, casesPercent }: ScenarioCoverage, floors: ScenarioFloors): readonly string[] {
  const reached = { rules: percent, cases: casesPercent };
  return COVERED_PARTS.flatMap((part) => {
    const floor = floors[part] ?? 0;
    return reached[part] < floor ? [`${floor} % of ${part}`] : [];
  });
}

function summaryOf(
  { rules, cases, percent, casesPercent }: ScenarioCoverage,
  missed: readonly string[],
): string {
  const answered = rules.filter(({ times }) => times > 0).length;
  const exercised = cases.filter(({ times }) => times > 0).length;
  const plan =
    cases.length === 0 ? "" : `, and ${exercised} of ${cases.length} cases were exercised, ${casesPercent} %`;
  const end = missed.length === 0 ? "." : `; it must be ${missed.join(" and ")} at least.`;
  return `${answered} of ${rules.length} rules answered, which is ${percent} %${plan}${end}`;
}

function caseOf({ case: name, times, rules }: CoveredCase, isBelow: boolean): ReportCase {
  if (times > 0) return { group: "Scenario coverage", name, outcome: "passed" };
  return {
    group: "Scenario coverage",
    name,
    outcome: isBelow ? "failed" : "skipped",
    message: `never exercised: no request was answered by ${rules.join(" or ")}`,
  };
}

/** How often each rule had a part in an answer. */
export function ruleTable(title: string, rules: readonly CoveredRule[]): ReportTable {
  return {
    title,
    columns: ["rule", "case", "times", "last exchange", "note"],
    rows: rules.map((rule) => [
      ...[keyOf(rule), rule.case ?? "", rule.times],
      ...[rule.lastExchange ?? "", rule.note ?? ""],
    ]),
  };
}
