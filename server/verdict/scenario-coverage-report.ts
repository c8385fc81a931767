import type { Report, ReportCase, ReportTable } from "../report/report.ts";
import { keyOf } from "./scenario-coverage.ts";
import type { CoveredCase, CoveredRule, ScenarioCoverage } from "./scenario-coverage.ts";

/**
 * What of the test plan was exercised. `floor` is the percentage of rules that must have answered; undefined: none.
 * A case that never was is skipped, and fails when it is one of those that are missing to the floor.
 */
export function scenarioCoverageReport(
  coverage: ScenarioCoverage,
  subject: string,
  floor: number | undefined,
): Report {
  const isBelow = floor !== undefined && coverage.percent < floor;
  return {
    title: "Scenario coverage",
    subject,
    summary: summaryOf(coverage, isBelow ? floor : undefined),
    verdict: isBelow ? "failed" : "passed",
    issues: [],
    cases: coverage.cases.map((it) => caseOf(it, isBelow)),
    tables: [
      ruleTable(`Rules of ${coverage.scenarios.join(", ") || "no scenario"}`, coverage.rules),
      ...(coverage.others.length === 0 ? [] : [ruleTable("Rules of no active file", coverage.others)]),
    ],
    series: [],
  };
}

function summaryOf({ rules, cases, percent }: ScenarioCoverage, missed: number | undefined): string {
  const answered = rules.filter(({ times }) => times > 0).length;
  const exercised = cases.filter(({ times }) => times > 0).length;
  const plan = cases.length === 0 ? "" : `, and ${exercised} of ${cases.length} cases were exercised`;
  const end = missed === undefined ? "." : `; it must be ${missed} % at least.`;
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
