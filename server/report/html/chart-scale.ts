import type { ReportBucket } from "../report.ts";

const STEPS = [1, 2, 5, 10];
const TICKS = 4;

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
