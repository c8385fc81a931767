import type { ReportBucket } from "../report.ts";

/** Bars that a chart has room for. */
const BARS_MAX = 90;
const STEPS = [1, 2, 5, 10];
const TICKS = 4;

/** Neighbours added up, so that there are few enough of them to be seen. */
export function drawnBuckets(buckets: readonly ReportBucket[]): readonly ReportBucket[] {
  const size = Math.ceil(buckets.length / BARS_MAX);
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

export function totalOf({ counts }: ReportBucket): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Round numbers from 0 to at least the largest, whole ones as they count something. */
export function ticksUpTo(largest: number): readonly number[] {
  const rough = Math.max(1, largest / TICKS);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((factor) => factor * power >= rough) ?? 10);
  const count = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** The shortest form of the times that still tells them apart; they are shown in UTC. */
export function timeLabels(times: readonly string[]): readonly string[] {
  const forms: readonly (readonly [from: number, to: number])[] = [
    [11, 16],
    [11, 19],
    [5, 10],
    [5, 16],
  ];
  const isOneDay = new Set(times.map((at) => at.slice(0, 10))).size <= 1;
  const fitting = (isOneDay ? forms : forms.slice(2)).find(
    ([from, to]) => new Set(times.map((at) => at.slice(from, to))).size === times.length,
  );
  return times.map((at) =>
    (fitting === undefined ? at.replace("T", " ") : at.slice(...fitting)).replace("T", " "),
  );
}
