import { padded, printable, widthOf, wrapped } from "./displayed-text.ts";
import type {
  CaseOutcome,
  Presentation,
  Report,
  ReportBucket,
  ReportCase,
  ReportIssue,
  ReportSeries,
  ReportSeverity,
  ReportTable,
  Verdict,
} from "./report.ts";
import {
  bySeverity,
  caseTally,
  issueDetails,
  issueTally,
  placeText,
  shownBuckets,
  tableOf,
  timesText,
} from "./wording.ts";

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
  if (issues.every(standsInFile)) return issueList(issues, page);
  return [`Issues: ${issueTally(issues)}`, ...bySeverity(issues).flatMap((issue) => issueLines(issue, page))];
}

/** Whether there is nothing to say of it but what is wrong at a place that people can go to. */
function standsInFile({ place, count, exchanges }: ReportIssue): boolean {
  return place !== undefined && place.pointer === undefined && count === 1 && exchanges.length === 0;
}

/** As compilers tell them, so that editors find the places: each on one line, however long. */
function issueList(issues: readonly ReportIssue[], { isColoured }: Page): readonly string[] {
  const lines = bySeverity(issues).map(({ place, severity, message, ruleId }) => {
    const front = place === undefined ? "" : `${printable(placeText(place))} `;
    return `${front}${paint(severity, severity, isColoured)}: ${printable(`${message} (${ruleId})`)}`;
  });
  const pages = new Set(issues.flatMap(({ ruleHelp }) => ruleHelp?.replace(/#.*$/, "") ?? []));
  return [`Issues: ${issueTally(issues)}`, ...lines, ...[...pages].map((help) => `see ${help}`)];
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
  const shown = cases.filter(({ outcome }) => outcome !== "passed");
  const lines = shown.flatMap(({ group, name, outcome, message }) =>
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
function linesOf(series: ReportSeries): ReportSeries {
  const isSomething = ({ counts }: ReportBucket): boolean => Object.values(counts).some((count) => count > 0);
  return { ...series, buckets: shownBuckets(series.buckets, LINES_MAX).filter(isSomething) };
}

function tableSection(table: ReportTable, { width }: Page): readonly string[] {
  const lines = table.rows.length === 0 ? ["nothing"] : textTable(table, width - INDENT.length);
  return [...wrapped(printable(table.title), width), ...lines.map((line) => INDENT + line)];
}

type Painted = Verdict | ReportSeverity | CaseOutcome;

/** Numbers of ECMA-48's SGR: colours that read on dark and on light. */
const COLOURS: Readonly<Record<Painted, number>> = {
  passed: 32,
  failed: 31,
  skipped: 33,
  error: 31,
  warning: 33,
  note: 36,
};

const ESCAPE = "\u001B";

function paint(kind: Painted, text: string, isColoured: boolean): string {
  return isColoured ? `${ESCAPE}[${COLOURS[kind]}m${text}${ESCAPE}[0m` : text;
}

const GAP = 2;
const COLUMN_MIN = 6;

/** A table in columns; where they would be too narrow to read, each row becomes a list of its cells. */
export function textTable(
  { columns, rows }: Pick<ReportTable, "columns" | "rows">,
  width: number,
): readonly string[] {
  const cells = rows.map((row) => columns.map((_, index) => printable(String(row[index] ?? ""))));
  const names = columns.map(printable);
  const widths = fittingWidths([names, ...cells], width);
  if (widths === undefined) return listed(names, cells, width);
  const isNumeric = columns.map((_, index) => rows.every((row) => typeof row[index] === "number"));
  const line = (row: readonly string[]): readonly string[] => lineOf(row, widths, isNumeric);
  const rule = widths.map((columns) => "-".repeat(columns)).join(" ".repeat(GAP));
  return [...line(names), rule, ...cells.flatMap(line)];
}

/** The widths that the cells ask for, the widest made narrower until all fit; undefined when that is too narrow. */
function fittingWidths(rows: readonly (readonly string[])[], width: number): readonly number[] | undefined {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => widthOf(row[index] ?? ""))));
  const room = width - GAP * (widths.length - 1);
  let excess = widths.reduce((sum, columns) => sum + columns, 0) - room;
  while (excess > 0) {
    const widest = Math.max(...widths);
    if (widest <= COLUMN_MIN) return undefined;
    widths.splice(widths.indexOf(widest), 1, widest - 1);
    excess -= 1;
  }
  return widths;
}

function lineOf(
  row: readonly string[],
  widths: readonly number[],
  isNumeric: readonly boolean[],
): readonly string[] {
  const columns = widths.map((width, index) => wrapped(row[index] ?? "", Math.max(2, width)));
  const height = Math.max(...columns.map((lines) => lines.length));
  return Array.from({ length: height }, (_, level) =>
    columns
      .map((lines, index) =>
        padded(lines[level] ?? "", widths[index] ?? 0, isNumeric[index] ? "right" : "left"),
      )
      .join(" ".repeat(GAP))
      .trimEnd(),
  );
}

function listed(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): readonly string[] {
  return rows.flatMap((row) => [
    ...names.flatMap((name, index) => wrapped(`${name}: ${row[index] ?? ""}`, width)),
    "",
  ]);
}
