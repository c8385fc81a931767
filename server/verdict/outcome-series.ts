import type { Exchange } from "../domain/exchange.ts";
import type { ReportBucket, ReportSeries } from "../report/report.ts";

/** What one exchange came to, and when. */
export interface OutcomeAt {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly outcome: string;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long a bucket may be; longer ones are whole days. */
const LENGTHS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  DAY,
];

const BUCKETS_MAX = 60;

export function outcomeAt(exchange: Exchange): OutcomeAt {
  return { at: Date.parse(exchange.at), outcome: outcomeName(exchange) };
}

function outcomeName({ refusal, repeated, fault, scenario }: Exchange): string {
  if (refusal !== undefined) return `refused: ${refusal.reason}`;
  if (repeated) return "stored answer again";
  const code = scenario?.gatewayCode ?? "nothing to decide";
  return fault === undefined ? code : `${code}, answer broken`;
}

/** How outcomes were spread over time, in at most sixty buckets of a round length; empty ones are there, too. */
export function outcomeSeries(outcomes: readonly OutcomeAt[]): ReportSeries {
  let [first, last] = [Infinity, -Infinity];
  for (const { at } of outcomes) [first, last] = [Math.min(first, at), Math.max(last, at)];
  if (outcomes.length === 0) return { title: TITLE, buckets: [] };
  const length = lengthFor(last - first);
  const start = Math.floor(first / length) * length;
  const counts = Array.from(
    { length: Math.floor((last - start) / length) + 1 },
    () => new Map<string, number>(),
  );
  for (const { at, outcome } of outcomes) {
    const bucket = counts[Math.floor((at - start) / length)];
    bucket?.set(outcome, (bucket.get(outcome) ?? 0) + 1);
  }
  const buckets = counts.map((bucket, index): ReportBucket => {
    return { at: new Date(start + index * length).toISOString(), counts: Object.fromEntries(bucket) };
  });
  return { title: TITLE, buckets };
}

const TITLE = "Outcomes over time";

function lengthFor(span: number): number {
  // One more than fits, as the first one begins before the first outcome.
  const fits = (length: number): boolean => span / length <= BUCKETS_MAX - 1;
  return LENGTHS.find(fits) ?? Math.ceil(span / (BUCKETS_MAX - 1) / DAY) * DAY;
}
