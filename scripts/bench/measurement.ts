import type { Load } from "./job.ts";
import type { Usage } from "./usage.ts";

/** A part of a measurement: one load, and what the server had used before and after it. */
export interface Slice {
  readonly load: Load;
  readonly before: Usage;
  readonly after: Usage;
}

/** One measurement of one server. */
export interface Measurement {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Time of the processor that the server spent on one request, whatever else the machine did. */
  readonly cpuMicroseconds: number | undefined;
  readonly memoryMb: number | undefined;
  readonly driverBusy: number;
}

/** Rates and times are those of all slices together, waits the middle and the longest of theirs. */
export function measurementOf(slices: readonly Slice[]): Measurement {
  const sumOf = (figure: (slice: Slice) => number): number =>
    slices.reduce((sum, slice) => sum + figure(slice), 0);
  const requests = sumOf(({ load }) => load.requests);
  const seconds = sumOf(({ load }) => load.seconds);
  const cpuMs = sumOf(({ before, after }) => (after.cpuMs ?? Number.NaN) - (before.cpuMs ?? Number.NaN));
  return {
    requestsPerSecond: requests / seconds,
    p50Ms: median(slices.map(({ load }) => load.p50Ms)) ?? Number.NaN,
    p99Ms: Math.max(...slices.map(({ load }) => load.p99Ms)),
    cpuMicroseconds: Number.isNaN(cpuMs) ? undefined : (cpuMs * 1000) / requests,
    memoryMb: slices.at(-1)?.after.memoryMb,
    driverBusy: sumOf(({ load }) => load.driverBusy * load.seconds) / seconds,
  };
}

/** The middle of every figure by itself. */
export function medianOf(rounds: readonly Measurement[]): Measurement {
  const middle = (figure: keyof Measurement): number | undefined =>
    median(rounds.map((round) => round[figure]));
  return {
    requestsPerSecond: middle("requestsPerSecond") ?? Number.NaN,
    p50Ms: middle("p50Ms") ?? Number.NaN,
    p99Ms: middle("p99Ms") ?? Number.NaN,
    cpuMicroseconds: middle("cpuMicroseconds"),
    memoryMb: middle("memoryMb"),
    driverBusy: middle("driverBusy") ?? Number.NaN,
  };
}

/** Undefined when nothing is known. */
export function median(values: readonly (number | undefined)[]): number | undefined {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? undefined : (upper + lower) / 2;
}

/** The value that so many of a hundred do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}

/** One figure by that of another contestant, round by round: middle, least and most. */
export interface Ratio {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** Undefined when a round does not have the figure. */
export function ratioOf(
  rounds: readonly Measurement[],
  base: readonly Measurement[],
  figureOf: (measurement: Measurement) => number | undefined,
): Ratio | undefined {
  const ratios = rounds.flatMap((measurement, round) => {
    const other = base[round];
    const [figure, baseFigure] = [figureOf(measurement), other && figureOf(other)];
    return figure === undefined || baseFigure === undefined ? [] : [figure / baseFigure];
  });
  const middle = median(ratios);
  if (middle === undefined || ratios.length < rounds.length) return undefined;
  return { median: middle, least: Math.min(...ratios), most: Math.max(...ratios) };
}
