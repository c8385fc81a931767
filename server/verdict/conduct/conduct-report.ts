import type { ReportCase, ReportIssue, ReportTable } from "../../report/report.ts";
import { goneWords } from "./blind-spots.ts";
import type { RuleScore, Scorecard } from "./scorecard.ts";

/** One sentence on how a client behaved. */
export function conductSummary({ kept, rules, exchanges }: Scorecard): string {
  const traffic = `${exchanges} ${exchanges === 1 ? "exchange" : "exchanges"}`;
  return `${kept} of ${rules.length} rules of conduct kept in ${traffic}.`;
}

export function conductIssues({ gone, rules }: Scorecard): readonly ReportIssue[] {
  const broken = rules.flatMap(({ id, title, help, severity, remarks }) =>
    remarks.map(({ message, place, count, exchanges }) => ({
      ...{ ruleId: id, ruleTitle: title, ruleHelp: help, severity },
      ...{ message, place, count, exchanges },
    })),
  );
  return gone === 0 ? broken : [...broken, goneIssue(gone)];
}

/** Said where nobody can overlook it: the worst may have been among them. */
function goneIssue(gone: number): ReportIssue {
  return {
    ruleId: "exchanges-pushed-out",
    ruleTitle: "Not everything was checked",
    ruleHelp: "docs/journal.md#retention",
    severity: "warning",
    message: goneWords(gone),
    count: gone,
    exchanges: [],
  };
}

/** Only what counts as an error fails; the rest is told by the issues. */
export function conductCases({ rules }: Scorecard): readonly ReportCase[] {
  return rules.map((rule) => ({
    group: "conduct",
    name: `${rule.id}: ${rule.duty}`,
    outcome: outcomeOf(rule),
    message: rule.isJudged ? messageOf(rule) : "The clock was frozen, so this could not be checked.",
    exchanges: [...new Set(rule.remarks.flatMap(({ exchanges }) => exchanges))],
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
  const scorecard = {
    title: "Conduct",
    columns: ["rule", "what holds when it is kept", "severity", "breaches"],
    rows: rules.map((rule) => [rule.id, rule.duty, rule.severity, breachesOf(rule)]),
  };
  if (blindSpots.length === 0) return [scorecard];
  const spots = { title: "Limits of this report", columns: ["what"], rows: blindSpots.map((it) => [it]) };
  return [scorecard, spots];
}

function breachesOf({ isJudged, remarks }: RuleScore): string | number {
  return isJudged ? remarks.reduce((sum, { count }) => sum + count, 0) : "not checked";
}
