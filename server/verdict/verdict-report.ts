import type { Exchange } from "../domain/exchange.ts";
import type { Report, ReportCase, ReportIssue, ReportTable } from "../report/report.ts";
import type { RuleScore, Scorecard } from "./conduct/scorecard.ts";
import type { ExpectationPlace } from "./expectations-reader.ts";
import { countedWords } from "./expectations-outcome.ts";
import { outcomeAt, outcomeSeries } from "./outcome-series.ts";
import type { Verdict, Verified } from "./verify.ts";

const HELP = "docs/verify.md";

/** What the verdict was made of, for the report. */
export interface VerdictSubject {
  readonly subject: string;
  /** Where the expectations stand, in their order. */
  readonly places: readonly ExpectationPlace[];
  /** Undefined: the traffic itself is not at hand. */
  readonly exchanges: readonly Exchange[] | undefined;
  readonly url: string | undefined;
}

export function verdictReport(verdict: Verdict, { subject, places, exchanges, url }: VerdictSubject): Report {
  const { passed, expectations, conduct } = verdict;
  return {
    title: "Verify",
    subject,
    summary: `${expectationWords(expectations)} ${conductSummary(conduct)}`.trim(),
    verdict: passed ? "passed" : "failed",
    issues: [
      ...expectations.flatMap((it, index) => (it.passed ? [] : [expectationIssue(it, places[index])])),
      ...conductIssues(conduct),
    ],
    cases: [...expectations.map(expectationCase), ...conductCases(conduct)],
    tables: [
      ...(expectations.length === 0 ? [] : [expectationTable(expectations)]),
      ...conductTables(conduct),
    ],
    series: exchanges === undefined ? [] : [outcomeSeries(exchanges.map(outcomeAt))],
    exchanges,
    url,
  };
}

function expectationWords(expectations: readonly Verified[]): string {
  if (expectations.length === 0) return "";
  const failed = expectations.filter(({ passed }) => !passed).length;
  const all = countedWords(expectations.length, "expectation");
  return failed === 0 ? `All of ${all} met.` : `${failed} of ${all} not met.`;
}

function expectationIssue(
  { id, expected, happened, exchanges }: Verified,
  place?: ExpectationPlace,
): ReportIssue {
  return {
    ruleId: "expectation-not-met",
    ruleTitle: "An expectation is not met",
    ruleHelp: HELP,
    severity: "error",
    message: `${id}: expected ${expected}; happened: ${happened}`,
    place,
    count: 1,
    exchanges,
  };
}

function expectationCase({ id, case: number, passed, expected, happened }: Verified): ReportCase {
  const name = number === undefined ? id : `${number} ${id}`;
  return {
    group: "expectations",
    name: `${name}: ${expected}`,
    outcome: passed ? "passed" : "failed",
    message: passed ? undefined : `happened: ${happened}`,
  };
}

function expectationTable(expectations: readonly Verified[]): ReportTable {
  return {
    title: "Expectations",
    columns: ["expectation", "case", "met", "expected", "happened"],
    rows: expectations.map(({ id, case: number = "", passed, expected, happened }) => [
      ...[id, number, passed ? "yes" : "no", expected, happened],
    ]),
  };
}

/** One sentence on how a client behaved. */
export function conductSummary({ kept, rules, exchanges }: Scorecard): string {
  return `${kept} of ${countedWords(rules.length, "rule")} of conduct kept in ${countedWords(exchanges, "exchange")}.`;
}

export function conductIssues({ rules }: Scorecard): readonly ReportIssue[] {
  return rules.flatMap(({ id, title, help, severity, remarks }) =>
    remarks.map(({ message, place, count, exchanges }) => ({
      ...{ ruleId: id, ruleTitle: title, ruleHelp: help, severity },
      ...{ message, place, count, exchanges },
    })),
  );
}

/** Only what counts as an error fails; the rest is told by the issues. */
export function conductCases({ rules }: Scorecard): readonly ReportCase[] {
  return rules.map((rule) => ({
    group: "conduct",
    name: `${rule.id}: ${rule.title}`,
    outcome: outcomeOf(rule),
    message: rule.isJudged ? messageOf(rule) : "The clock stood still, so that nothing can be said.",
  }));
}

function outcomeOf({ isJudged, severity, remarks }: RuleScore): ReportCase["outcome"] {
  if (!isJudged) return "skipped";
  return severity === "error" && remarks.length > 0 ? "failed" : "passed";
}

function messageOf({ reason, remarks, help }: RuleScore): string | undefined {
  if (remarks.length === 0) return undefined;
  return [...remarks.map(({ message }) => message), reason, `See ${help}`].join("\n");
}

export function conductTables({ rules, blindSpots }: Scorecard): readonly ReportTable[] {
  const seen = ({ isJudged, remarks }: RuleScore): string | number =>
    isJudged ? remarks.reduce((sum, { count }) => sum + count, 0) : "not judged";
  const scorecard = {
    title: "Conduct",
    columns: ["rule", "what", "severity", "seen"],
    rows: rules.map((rule) => [rule.id, rule.title, rule.severity, seen(rule)]),
  };
  if (blindSpots.length === 0) return [scorecard];
  const spots = { title: "What cannot be told", columns: ["what"], rows: blindSpots.map((it) => [it]) };
  return [scorecard, spots];
}
