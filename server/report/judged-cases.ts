import type { Report, ReportCase, ReportIssue } from "./report.ts";
import { issueDetails, placeText } from "./wording.ts";

/**
 * The cases for tools that know nothing but cases. Errors become failed cases where no case tells of a failure,
 * and the verdict itself one where nothing does, so that such a tool never shows green what failed.
 */
export function judgedCases(report: Report): readonly ReportCase[] {
  const { cases, issues, verdict } = report;
  if (cases.some(isFailed) || (cases.length > 0 && verdict === "passed")) return cases;
  const errors = issues.filter(({ severity }) => severity === "error").map(caseOf);
  const told = [...cases, ...errors];
  const isTold = verdict === "passed" ? told.length > 0 : errors.length > 0;
  return isTold ? told : [...told, verdictOf(report)];
}

function isFailed({ outcome }: ReportCase): boolean {
  return outcome === "failed";
}

function caseOf(issue: ReportIssue): ReportCase {
  const details = issueDetails(issue).map(([word, text]) => `${word} ${text}`);
  return {
    group: issue.ruleTitle,
    // The same may be wrong in several places, and a case is known by its name.
    name: issue.place ? `${issue.message} (${placeText(issue.place)})` : issue.message,
    outcome: "failed",
    message: [issue.message, ...details].join("\n"),
  };
}

function verdictOf({ title, summary, verdict }: Report): ReportCase {
  return { group: title, name: "verdict", outcome: verdict, message: summary };
}
