import type { DelayEntry } from "../scenario-file.ts";

/** No spread makes anybody wait longer. */
const DELAY_MS_MAX = 120_000;

/** The 95th percentile of the standard normal distribution. */
const P95_DEVIATIONS = 1.6449;

/** Milliseconds for two independent fractions from 0 up to 1. */
export type Delay = (one: number, other: number) => number;

export function delayOf(entry: DelayEntry): Delay {
  if (typeof entry === "string") {
    const fixed = durationMs(entry);
    return () => fixed;
  }
  if ("from" in entry) {
    const [from, to] = [durationMs(entry.from), durationMs(entry.to)];
    return (one) => Math.round(from + one * (to - from));
  }
  const median = durationMs(entry.median);
  const sigma = Math.log(durationMs(entry.p95) / median) / P95_DEVIATIONS;
  return (one, other) =>
    Math.min(DELAY_MS_MAX, Math.round(median * Math.exp(sigma * deviations(one, other))));
}

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

/** Of a duration as the schema lets it be, such as `250ms`, `1.5s` or `2m`. */
export function durationMs(text: string): number {
  const [, digits, unit] = /^([\d.]+)(ms|s|m)$/.exec(text) ?? [];
  const ms = Number(digits) * (UNITS_MS[unit ?? ""] ?? Number.NaN);
  if (Number.isNaN(ms)) throw new Error(`the schema let a duration pass that is none: ${text}`);
  return Math.min(DELAY_MS_MAX, Math.round(ms));
}

/** A normally distributed number of standard deviations (Box and Muller). */
function deviations(one: number, other: number): number {
  return Math.sqrt(-2 * Math.log(1 - one)) * Math.cos(2 * Math.PI * other);
}
