import type { Ending } from "../domain/record/exchange-row.ts";
import type { Exchange } from "../domain/record/exchange.ts";

/** What a command found out, without any format. Whatever shows it to people or machines is made from this. */
export interface Report {
  readonly title: string;
  /** What was looked at: "scenarios/", "TESTSHOP at http://127.0.0.1:8620". */
  readonly subject: string;
  /** One sentence for somebody who reads nothing else. */
  readonly summary: string;
  readonly verdict: Verdict;
  /** When it was made, ISO 8601. */
  readonly at?: string | undefined;
  readonly issues: readonly ReportIssue[];
  /** Everything that was checked, also what passed. JUnit shows these; an issue that fails one is not shown twice. */
  readonly cases: readonly ReportCase[];
  readonly tables: readonly ReportTable[];
  /** How outcomes were spread over time. */
  readonly series: readonly ReportSeries[];
  /** The traffic itself, for HAR. */
  readonly exchanges?: ReportTraffic | undefined;
  /** The file of expectations that it was judged by. */
  readonly source?: string | undefined;
  /** Where the sandbox was reached, for the addresses in HAR: "http://127.0.0.1:8620". */
  readonly url?: string | undefined;
}

/**
 * Exchanges to be gone through as often as one likes. A list is in any order; what is no list reads them one after
 * the other, so that they need not fit in memory, and gives the oldest first.
 */
export interface ReportTraffic extends Iterable<Exchange> {
  readonly length: number;
  /** Only those with these ids, each made when it is to be shown; undefined: whoever wants some goes through all. */
  readonly named?: (ids: ReadonlySet<string>) => Iterable<readonly [id: string, make: () => Exchange]>;
}

export type Verdict = "passed" | "failed";

/** From the worst to the least. */
export const SEVERITIES = ["error", "warning", "note"] as const;
export type ReportSeverity = (typeof SEVERITIES)[number];

/** One thing that is wrong, however often it was seen. */
export interface ReportIssue {
  readonly ruleId: string;
  readonly ruleTitle: string;
  /** The page that explains the rule: "docs/findings.md#double-charge". */
  readonly ruleHelp?: string | undefined;
  readonly severity: ReportSeverity;
  readonly message: string;
  readonly place?: ReportPlace | undefined;
  readonly count: number;
  /** Ids of the exchanges that show it. */
  readonly exchanges: readonly string[];
}

/** Where an issue stands: a line of a file that people write, or a pointer into a schema. */
export interface ReportPlace {
  readonly file: string;
  /** Lines and columns count from 1; 0 and undefined mean that none can be named. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** JSON pointer (RFC 6901). */
  readonly pointer?: string | undefined;
  /** The file is one of this package, which the repository that is tested does not have. */
  readonly isOfPackage?: boolean | undefined;
}

/** The place in a contract that an issue is about. */
export function placeInContract({
  file,
  pointer,
}: {
  readonly file: string;
  readonly pointer: string;
}): ReportPlace {
  return { file: `schemas/${file}`, pointer, isOfPackage: true };
}

export const OUTCOMES = ["failed", "skipped", "passed"] as const;
export type CaseOutcome = (typeof OUTCOMES)[number];

export interface ReportCase {
  readonly name: string;
  readonly group: string;
  readonly outcome: CaseOutcome;
  readonly message?: string | undefined;
  /** Ids of the exchanges that its message is about. */
  readonly exchanges?: readonly string[] | undefined;
  readonly durationMs?: number | undefined;
}

export interface ReportTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

export interface ReportSeries {
  readonly title: string;
  /** What each key that is counted came to: charts have one colour for each ending. Keys that it leaves out are done. */
  readonly endings: Readonly<Record<string, Ending>>;
  readonly buckets: readonly ReportBucket[];
}

export interface ReportBucket {
  /** When the bucket begins, ISO 8601. */
  readonly at: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** What a format needs to know beside the report. */
export interface Presentation {
  /** Of this program. */
  readonly version: string;
  /** Columns of the terminal. */
  readonly width: number;
  readonly isColoured: boolean;
}

/** What a report can be written as; `formats.ts` has the renderer of each. */
export const REPORT_FORMATS = [
  "text",
  "json",
  "junit",
  "sarif",
  "github",
  "markdown",
  "html",
  "har",
] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const TOOL = "gateway-sandbox";
