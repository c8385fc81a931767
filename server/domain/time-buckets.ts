import { DAY_MS } from "./time.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long a bucket may be, in milliseconds; longer ones are whole days. */
const LENGTHS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  DAY_MS,
];

const BUCKETS_MAX = 60;

/** At most sixty spans of one round length, one behind the other, that hold everything from the first to the last. */
export interface TimeBuckets {
  /** Where the first one begins: milliseconds since 1970. */
  readonly start: number;
  readonly lengthMs: number;
  readonly count: number;
  readonly indexOf: (at: number) => number;
}

export function timeBuckets(first: number, last: number): TimeBuckets {
  const lengthMs = lengthFor(last - first);
  const start = Math.floor(first / lengthMs) * lengthMs;
  const indexOf = (at: number): number => Math.floor((at - start) / lengthMs);
  return { start, lengthMs, count: indexOf(last) + 1, indexOf };
}

function lengthFor(span: number): number {
  // One more than fits, as the first one begins before the first moment.
  const fits = (length: number): boolean => span / length <= BUCKETS_MAX - 1;
  return LENGTHS.find(fits) ?? Math.ceil(span / (BUCKETS_MAX - 1) / DAY_MS) * DAY_MS;
}
