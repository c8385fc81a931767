import type { Report, ReportCase, ReportIssue, ReportTable } from "./report.ts";
import { bySeverity, caseTally, exchangesText, issueTally, placeText, tableOf } from "./wording.ts";

/** A job summary holds 1 MiB; the other formats hold everything. */
const ROWS_MAX = 200;

/** For a job summary or a comment. Whatever text stands in it shows as that text and never as markup. */
export function markdownReport(report: Report): string {
  const { title, subject, verdict, summary, issues, cases } = report;
  const sections = [
    `# ${escaped(title)}`,
    `**${verdict === "passed" ? "Passed" : "Failed"}.** ${escaped(summary)}`,
    ...(subject === "" ? [] : [escaped(subject)]),
    ...(issues.length === 0 ? [] : [`## Issues: ${issueTally(issues)}`, table(issueTable(issues))]),
    ...(cases.length === 0 ? [] : [`## Cases: ${caseTally(cases)}`, table(caseTable(cases))]),
    ...[...report.series.map(tableOf), ...report.tables].flatMap((it) => [
      `## ${escaped(it.title)}`,
      table(it),
    ]),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

function issueTable(issues: readonly ReportIssue[]): ReportTable {
  const rows = bySeverity(issues).map((issue) => [
    issue.severity,
    `${issue.ruleTitle} (${issue.ruleId})`,
    issue.message,
    issue.place ? placeText(issue.place) : "",
    issue.count,
    exchangesText(issue.exchanges) ?? "",
  ]);
  return { title: "", columns: ["severity", "rule", "what", "where", "count", "exchanges"], rows };
}

/** What passed is only counted. */
function caseTable(cases: readonly ReportCase[]): ReportTable {
  const shown = cases.filter(({ outcome }) => outcome !== "passed");
  const rows = shown.map(({ outcome, group, name, message }) => [outcome, group, name, message ?? ""]);
  return { title: "", columns: ["outcome", "group", "case", "why"], rows };
}

function table({ columns, rows }: ReportTable): string {
  if (rows.length === 0) return "";
  const isNumeric = columns.map((_, index) => rows.every((row) => typeof row[index] === "number"));
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const shown = rows
    .slice(0, ROWS_MAX)
    .map((row) => line(columns.map((_, index) => escaped(String(row[index] ?? "")))));
  const rest = rows.length - ROWS_MAX;
  const lines = [
    line(columns.map(escaped)),
    line(isNumeric.map((right) => (right ? "---:" : "---"))),
    ...shown,
  ];
  return lines.join("\n") + (rest > 0 ? `\n\nand ${rest} more` : "");
}

/** One line of plain text: no markup, no HTML, no links, no mentions. */
function escaped(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\\`*_[\]#|~$]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("@", "&#64;")
    .replace(/:(?=\/\/)/g, "&#58;")
    .replace(/\bwww\./gi, "www&#46;");
}
