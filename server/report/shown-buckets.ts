import type { ReportBucket } from "./report.ts";

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
