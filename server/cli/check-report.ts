import type { ReportFormat } from "../report/formats.ts";
import type { Report, ReportCase, ReportIssue } from "../report/report.ts";
import { CHECKS } from "../scenario/check/remark.ts";
import type { CheckRemark } from "../scenario/check/remark.ts";
import type { CheckAnswer } from "../scenario/check/scenario-check.ts";

/** The page that explains every check, one heading each. */
const HELP = "docs/check.md";

/**
 * A check as every format shows it; whatever is remarked fails it, as it does the command. Only formats that know
 * nothing but cases have those: to all others they would tell every remark twice.
 */
export function checkReport(answer: CheckAnswer, format: ReportFormat): Report {
  const { folder, remarks } = answer;
  return {
    title: "Scenario check",
    subject: folder,
    summary: summaryOf(answer),
    verdict: remarks.length === 0 ? "passed" : "failed",
    issues: remarks.map(issueOf),
    cases: format === "junit" ? casesOf(answer) : [],
    tables: [],
    series: [],
  };
}

function summaryOf({ files, rules, remarks }: CheckAnswer): string {
  const errors = remarks.filter(({ severity }) => severity === "error").length;
  const looked = `${counted(files.length, "file")} with ${counted(rules, "rule")}`;
  if (remarks.length === 0) return `Nothing to say about ${looked}.`;
  const found = [counted(errors, "error"), counted(remarks.length - errors, "warning")];
  return `${found.join(" and ")} in ${looked}.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function issueOf({ check, severity, message, file, line, column }: CheckRemark): ReportIssue {
  return {
    ruleId: check,
    ruleTitle: CHECKS[check],
    ruleHelp: `${HELP}#${check}`,
    severity,
    message,
    place: { file, line, column },
    count: 1,
    exchanges: [],
  };
}

/** One for each file, and one for the folder when something is wrong with it as a whole. */
function casesOf({ folder, files, remarks }: CheckAnswer): readonly ReportCase[] {
  const places = remarks.some(({ file }) => file === folder) ? [folder, ...files] : files;
  const unread = remarks.map(({ file }) => file).filter((file) => !places.includes(file));
  return [...places, ...new Set(unread)].map((file) => {
    const found = remarks.filter((remark) => remark.file === file);
    return {
      name: file,
      group: folder,
      outcome: found.length === 0 ? "passed" : "failed",
      message: found.length === 0 ? undefined : found.map(lineOf).join("\n"),
    };
  });
}

function lineOf({ severity, line, column, message }: CheckRemark): string {
  return line === 0 ? `${severity}: ${message}` : `${line}:${column} ${severity}: ${message}`;
}
