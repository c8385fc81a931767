import { OUTCOMES, SEVERITIES } from "./report.ts";
import type {
  Report,
  ReportBucket,
  ReportCase,
  ReportIssue,
  ReportPlace,
  ReportSeries,
  ReportTable,
} from "./report.ts";

const EXCHANGES_NAMED_MAX = 5;

/** The worst first, otherwise as they were given. */
export function bySeverity(issues: readonly ReportIssue[]): readonly ReportIssue[] {
  return SEVERITIES.flatMap((severity) => issues.filter((issue) => issue.severity === severity));
}

/** "2 errors, 1 warning"; "none" when there is none. */
export function issueTally(issues: readonly ReportIssue[]): string {
  const parts = SEVERITIES.map((severity) => {
    const count = issues.filter((issue) => issue.severity === severity).length;
    return count === 0 ? "" : `${count} ${severity}${count === 1 ? "" : "s"}`;
  });
  return parts.filter((part) => part !== "").join(", ") || "none";
}

/** "40 passed, 1 failed". */
export function caseTally(cases: readonly ReportCase[]): string {
  const parts = OUTCOMES.toReversed().map((outcome) => {
    const count = cases.filter((entry) => entry.outcome === outcome).length;
    return count === 0 ? "" : `${count} ${outcome}`;
  });
  return parts.filter((part) => part !== "").join(", ") || "none";
}

/** `scenarios/default.yaml:12:9`, and a pointer behind it. */
export function placeText({ file, line, column, pointer }: ReportPlace): string {
  const parts = line ? [file, line, ...(column ? [column] : [])] : [file];
  return pointer ? `${parts.join(":")} ${pointer}` : parts.join(":");
}

export function timesText(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

/** The first few ids, and how many more there are; undefined without any. */
export function exchangesText(ids: readonly string[]): string | undefined {
  if (ids.length === 0) return undefined;
  const rest = ids.length - EXCHANGES_NAMED_MAX;
  return ids.slice(0, EXCHANGES_NAMED_MAX).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** What there is to say about an issue below its message, each line with the word before it. */
export function issueDetails(issue: ReportIssue): readonly (readonly [word: string, text: string])[] {
  const { place, exchanges, ruleHelp } = issue;
  const shown = exchangesText(exchanges);
  return [
    ...(place ? [["at", placeText(place)] as const] : []),
    ...(shown === undefined ? [] : [["exchanges", shown] as const]),
    ...(ruleHelp ? [["see", ruleHelp] as const] : []),
  ];
}

/** Every key of the series, the most frequent first. */
export function keysOf({ buckets }: ReportSeries): readonly string[] {
  const totals = new Map<string, number>();
  for (const { counts } of buckets) {
    for (const [key, count] of Object.entries(counts)) totals.set(key, (totals.get(key) ?? 0) + count);
  }
  return [...totals].sort(([, one], [, other]) => other - one).map(([key]) => key);
}

/** Keys may be any words, those that every object knows among them. */
export function countOf(counts: ReportBucket["counts"], key: string): number {
  return Object.hasOwn(counts, key) ? (counts[key] ?? 0) : 0;
}

/** A moment as people read it, in UTC, to the second where nothing is lost. */
export function timeText(at: string): string {
  return at.replace(/(\.0+)?Z$/, "").replace("T", " ");
}

/** The numbers of a chart, for those who cannot or do not want to see it. */
export function tableOf(series: ReportSeries): ReportTable {
  const keys = keysOf(series);
  const rows = shownBuckets(series.buckets).map(({ at, counts }) => [
    timeText(at),
    ...keys.map((key) => countOf(counts, key)),
  ]);
  return { title: series.title, columns: ["from (UTC)", ...keys], rows };
}

/** More of them nobody can tell apart in a chart, or reads in a table. */
const BUCKETS_MAX = 60;

/** Neighbours added up, so that there are few enough of them; a chart and its table show the same ones. */
export function shownBuckets(
  buckets: readonly ReportBucket[],
  bucketsMax = BUCKETS_MAX,
): readonly ReportBucket[] {
  const size = Math.ceil(buckets.length / bucketsMax);
  if (size <= 1) return buckets;
  const count = Math.ceil(buckets.length / size);
  return Array.from({ length: count }, (_, index) => merged(buckets.slice(index * size, (index + 1) * size)));
}

function merged(buckets: readonly ReportBucket[]): ReportBucket {
  const counts = new Map<string, number>();
  for (const bucket of buckets) {
    for (const [key, count] of Object.entries(bucket.counts)) counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return { at: buckets[0]?.at ?? "", counts: Object.fromEntries(counts) };
}

/**
 * The cases for tools that know nothing but cases. Errors become failed cases where no case tells of a failure,
 * and the verdict itself one where nothing does, so that such a tool never shows green what failed.
 */
export function judgedCases(report: Report): readonly ReportCase[] {
  const { cases, issues, verdict } = report;
  if (cases.some(isFailed) || (cases.length > 0 && verdict === "passed")) return cases;
  const errors = issues.filter(({ severity }) => severity === "error").map(caseOf);
  const shown = [...cases, ...errors];
  const isEnough = verdict === "passed" ? shown.length > 0 : errors.length > 0;
  return isEnough ? shown : [...shown, verdictOf(report)];
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
