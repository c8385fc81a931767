import { padded, printable, wrapped } from "./displayed-text.ts";
import { paint } from "./paint.ts";
import type { Presentation } from "./presentation.ts";
import type { Report, ReportBucket, ReportCase, ReportIssue, ReportSeries, ReportTable } from "./report.ts";
import { shownBuckets } from "./shown-buckets.ts";
import { textTable } from "./text-table.ts";
import { bySeverity, caseTally, issueDetails, issueTally, tableOf, timesText } from "./wording.ts";

const INDENT = "  ";
/** Room for the longest of the words in front: error, warning, note, failed, skipped. */
const WORD_WIDTH = 9;
const WIDTH_MIN = 40;
/** Lines of outcomes over time. */
const LINES_MAX = 20;

type Page = Pick<Presentation, "width" | "isColoured">;

/** For a terminal: the verdict first, then what is wrong, then the tables. */
export function textReport(report: Report, { width, isColoured }: Presentation): string {
  const page = { width: Math.max(WIDTH_MIN, width), isColoured };
  const sections = [
    headOf(report, page),
    issuesOf(report.issues, page),
    casesOf(report.cases, page),
    ...[...report.series.map(linesOf).map(tableOf), ...report.tables].map((table) =>
      tableSection(table, page),
    ),
  ];
  const lines = sections.filter((section) => section.length > 0).flatMap((section) => [...section, ""]);
  return lines
    .slice(0, -1)
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}

function headOf({ title, subject, verdict, summary }: Report, page: Page): readonly string[] {
  const [first = "", ...rest] = wrapped(`${verdict.toUpperCase()}: ${printable(summary)}`, page.width);
  return [
    ...wrapped(printable(subject === "" ? title : `${title}: ${subject}`), page.width),
    paint(verdict, first, page.isColoured),
    ...rest,
  ];
}

function issuesOf(issues: readonly ReportIssue[], page: Page): readonly string[] {
  if (issues.length === 0) return [];
  return [`Issues: ${issueTally(issues)}`, ...bySeverity(issues).flatMap((issue) => issueLines(issue, page))];
}

function issueLines(issue: ReportIssue, page: Page): readonly string[] {
  const { severity, ruleTitle, ruleId, count, message } = issue;
  const times = count > 1 ? `, ${timesText(count)}` : "";
  const details = issueDetails(issue).map(([word, text]) => `${word} ${text}`);
  return entry(severity, [`${ruleTitle} (${ruleId})${times}`, message, ...details], page);
}

/** What passed is only counted. */
function casesOf(cases: readonly ReportCase[], page: Page): readonly string[] {
  if (cases.length === 0) return [];
  const told = cases.filter(({ outcome }) => outcome !== "passed");
  const lines = told.flatMap(({ group, name, outcome, message }) =>
    entry(outcome, [`${group}: ${name}`, ...(message ?? "").split("\n")], page),
  );
  return [`Cases: ${caseTally(cases)}`, ...lines];
}

/** A word in front, and beside it texts, each on lines of its own. */
function entry(word: ReportIssue["severity"] | ReportCase["outcome"], texts: readonly string[], page: Page) {
  const room = page.width - INDENT.length - WORD_WIDTH;
  const lines = texts.map(printable).flatMap((text) => (text.trim() === "" ? [] : wrapped(text, room)));
  return lines.map((line, index) => {
    const front = padded(index === 0 ? word : "", WORD_WIDTH);
    return INDENT + (index === 0 ? paint(word, front, page.isColoured) : front) + line;
  });
}

/** So few buckets, and none in which nothing came, that the table does not push everything else out of sight. */
function linesOf({ title, buckets }: ReportSeries): ReportSeries {
  const isSomething = ({ counts }: ReportBucket): boolean => Object.values(counts).some((count) => count > 0);
  return { title, buckets: shownBuckets(buckets, LINES_MAX).filter(isSomething) };
}

function tableSection(table: ReportTable, { width }: Page): readonly string[] {
  const lines = table.rows.length === 0 ? ["nothing"] : textTable(table, width - INDENT.length);
  return [...wrapped(printable(table.title), width), ...lines.map((line) => INDENT + line)];
}
