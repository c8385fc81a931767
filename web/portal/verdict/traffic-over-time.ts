import { ENDINGS } from "../../../server/domain/record/exchange-row.ts";
import type { Ending, ExchangeRow } from "../../../server/domain/record/exchange-row.ts";
import { timeBuckets } from "../../../server/domain/time-buckets.ts";

/** What came in a span of time. */
export interface Span {
  /** Where it begins: milliseconds since 1970. */
  readonly at: number;
  readonly counts: Readonly<Record<Ending, number>>;
  /** Milliseconds in which half of the answers came, and nineteen of twenty; null when there were none. */
  readonly median: number | null;
  readonly slow: number | null;
}

export interface OverTimeData {
  readonly lengthMs: number;
  readonly spans: readonly Span[];
}

/** The traffic in at most sixty spans of one round length; undefined when there is none. */
export function overTime(rows: readonly ExchangeRow[]): OverTimeData | undefined {
  const times = rows.map(({ at }) => Date.parse(at));
  const [first, last] = times.reduce(
    ([low, high], at) => [Math.min(low, at), Math.max(high, at)],
    [Infinity, -Infinity],
  );
  if (rows.length === 0) return undefined;
  const { start, lengthMs, count, indexOf } = timeBuckets(first, last);
  const groups = Array.from({ length: count }, (): ExchangeRow[] => []);
  rows.forEach((row, index) => groups[indexOf(times[index] ?? 0)]?.push(row));
  return { lengthMs, spans: groups.map((group, index) => spanOf(start + index * lengthMs, group)) };
}

function spanOf(at: number, rows: readonly ExchangeRow[]): Span {
  const counts = Object.fromEntries(ENDINGS.map((ending) => [ending, 0])) as Record<Ending, number>;
  for (const { ending } of rows) counts[ending] += 1;
  const durations = rows.map(({ durationMs }) => durationMs).sort((one, other) => one - other);
  const share = (part: number): number | null => durations[Math.ceil(durations.length * part) - 1] ?? null;
  return { at, counts, median: share(0.5), slow: share(0.95) };
}
