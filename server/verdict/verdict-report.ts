import type { Exchange } from "../domain/record/exchange.ts";
import { endingOf } from "../domain/record/exchange-row.ts";
import type { Ending } from "../domain/record/exchange-row.ts";
import { isoTime } from "../domain/time.ts";
import { timeBuckets } from "../domain/time-buckets.ts";
import type {
  Report,
  ReportBucket,
  ReportCase,
  ReportIssue,
  ReportSeries,
  ReportTable,
} from "../report/report.ts";
import { conductCases, conductIssues, conductSummary, conductTables } from "./conduct/conduct-report.ts";
import { countedWords } from "./expectations/expectations.ts";
import type { ExpectationPlace } from "./expectations/reader.ts";
import { nobodysIssues, nothingIssues } from "./expectations/verify.ts";
import type { Verdict, Verified } from "./expectations/verify.ts";

const HELP = "docs/verify.md";

/** The verdict on one merchant's client. */
export interface MerchantVerdict extends Verdict {
  readonly merchant: string;
}

/** What the verdicts were made of. */
export interface VerdictSubject {
  /** What was looked at: "TESTSHOP at http://127.0.0.1:8620". */
  readonly subject: string;
  /** Where the expectations stand, in their order. */
  readonly places: readonly ExpectationPlace[];
  readonly exchanges: readonly Exchange[];
  /** Undefined: the traffic was read from a file. */
  readonly url: string | undefined;
}

/** One report of the verdicts on one merchant, or on several. */
export function verdictReport(
  verdicts: readonly MerchantVerdict[],
  { subject, places, exchanges, url }: VerdictSubject,
): Report {
  const setting = { places, timeOf: timesOf(exchanges), isNamed: verdicts.length > 1 };
  const parts = verdicts.map((verdict) => partOf(verdict, setting));
  return {
    title: "Verify",
    subject,
    summary: summaryOf(verdicts),
    verdict: verdicts.every(({ passed }) => passed) ? "passed" : "failed",
    issues: [
      ...parts.flatMap(({ issues }) => issues),
      ...nobodysIssues(exchanges),
      ...nothingIssues(verdicts),
    ],
    cases: parts.flatMap(({ cases }) => cases),
    tables: parts.flatMap(({ tables }) => tables),
    series: [outcomeSeries(exchanges.map(outcomeAt))],
    exchanges,
    source: places[0]?.file,
    url,
  };
}

type Part = Pick<Report, "cases" | "issues" | "tables">;

interface Setting {
  readonly places: readonly ExpectationPlace[];
  readonly timeOf: TimeOf;
  /** Whether there are several merchants. */
  readonly isNamed: boolean;
}

function partOf(verdict: MerchantVerdict, { places, timeOf, isNamed }: Setting): Part {
  const { expectations, conduct, merchant } = verdict;
  const part = {
    issues: [
      ...expectations.flatMap((it, index) => (it.passed ? [] : [expectationIssue(it, places[index])])),
      ...conductIssues(conduct),
    ],
    cases: [
      ...expectations.map((it) => expectationCase(it, timeOf)),
      ...withTimes(conductCases(conduct), timeOf),
    ],
    tables: [
      ...(expectations.length === 0 ? [] : [expectationTable(expectations)]),
      ...conductTables(conduct),
    ],
  };
  return isNamed ? named(part, merchant) : part;
}

/** Where several merchants are told of, each thing says whose it is. */
function named({ issues, cases, tables }: Part, merchant: string): Part {
  return {
    issues: issues.map((it) => ({ ...it, message: `${merchant}: ${it.message}` })),
    cases: cases.map((it) => ({ ...it, group: `${merchant} ${it.group}` })),
    tables: tables.map((it) => ({ ...it, title: `${it.title} of ${merchant}` })),
  };
}

function summaryOf(verdicts: readonly MerchantVerdict[]): string {
  const [only, ...others] = verdicts;
  if (only === undefined) return "Nothing was checked: there are no exchanges of any merchant.";
  if (others.length === 0) return `${expectationWords(only.expectations)}${conductSummary(only.conduct)}`;
  const failed = verdicts.filter(({ passed }) => !passed).map(({ merchant }) => merchant);
  const all = countedWords(verdicts.length, "merchant");
  return failed.length === 0 ? `The clients of ${all} behaved.` : `Of ${all} failed: ${failed.join(", ")}.`;
}

function expectationWords(expectations: readonly Verified[]): string {
  if (expectations.length === 0) return "";
  const failed = expectations.filter(({ passed }) => !passed).length;
  const all = countedWords(expectations.length, "expectation");
  return failed === 0 ? `${all} met. ` : `${failed} of ${all} not met. `;
}

function expectationIssue(verified: Verified, place: ExpectationPlace | undefined): ReportIssue {
  const { expected, happened, exchanges } = verified;
  return {
    ruleId: "expectation-not-met",
    ruleTitle: "An expectation is not met",
    ruleHelp: HELP,
    severity: "error",
    message: `${nameOf(verified)}: expected ${expected}; happened: ${happened}`,
    place,
    count: 1,
    exchanges,
  };
}

function nameOf({ id, case: number }: Verified): string {
  return number === undefined ? id : `${number} ${id}`;
}

function expectationCase(verified: Verified, timeOf: TimeOf): ReportCase {
  const { passed, expected, happened, exchanges } = verified;
  return {
    group: "expectations",
    name: `${nameOf(verified)}: ${expected}`,
    outcome: passed ? "passed" : "failed",
    durationMs: timeOf(exchanges),
    ...(passed ? {} : { message: `happened: ${happened}`, exchanges }),
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

/** What one exchange came to, and when. */
export interface OutcomeAt {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly outcome: string;
  readonly ending: Ending;
}

export function outcomeAt(exchange: Exchange): OutcomeAt {
  return { at: Date.parse(exchange.at), outcome: outcomeName(exchange), ending: endingOf(exchange) };
}

function outcomeName({ refusal, repeated, fault, abandoned, scenario }: Exchange): string {
  if (refusal !== undefined) return `refused: ${refusal.reason}`;
  if (repeated) return "stored answer returned again";
  const code = scenario?.gatewayCode ?? "nothing to decide";
  if (fault !== undefined) return `${code}, answer broken`;
  return abandoned ? `${code}, client gone` : code;
}

/** How outcomes were spread over time, in at most sixty buckets of a round length; empty ones are there, too. */
export function outcomeSeries(outcomes: readonly OutcomeAt[]): ReportSeries {
  let [first, last] = [Infinity, -Infinity];
  for (const { at } of outcomes) [first, last] = [Math.min(first, at), Math.max(last, at)];
  if (outcomes.length === 0) return { title: TITLE, endings: {}, buckets: [] };
  const { start, lengthMs, count, indexOf } = timeBuckets(first, last);
  const counts = Array.from({ length: count }, () => new Map<string, number>());
  for (const { at, outcome } of outcomes) {
    const bucket = counts[indexOf(at)];
    bucket?.set(outcome, (bucket.get(outcome) ?? 0) + 1);
  }
  const buckets = counts.map((bucket, index): ReportBucket => {
    return { at: isoTime(start + index * lengthMs), counts: Object.fromEntries(bucket) };
  });
  const endings = Object.fromEntries(outcomes.map(({ outcome, ending }) => [outcome, ending]));
  return { title: TITLE, endings, buckets };
}

const TITLE = "Outcomes over time";

/** How long the exchanges of these ids took together, in milliseconds; undefined when none of them is known. */
type TimeOf = (ids: readonly string[]) => number | undefined;

export function timesOf(exchanges: Iterable<Exchange>): TimeOf {
  const durations = new Map<string, number>();
  for (const { id, durationMs } of exchanges) durations.set(id, durationMs);
  return (ids) => {
    const known = ids.flatMap((id) => durations.get(id) ?? []);
    return known.length === 0 ? undefined : known.reduce((sum, durationMs) => sum + durationMs, 0);
  };
}

/** Cases take the time of the exchanges that they name; a case that names none takes none that could be told. */
export function withTimes(cases: readonly ReportCase[], timeOf: TimeOf): readonly ReportCase[] {
  return cases.map((it) => ({ ...it, durationMs: it.durationMs ?? timeOf(it.exchanges ?? []) }));
}
