import type { Compared } from "./comparison.ts";
import type { Level, Round } from "./level.ts";
import { median, medianOf } from "./measurement.ts";
import type { Measurement } from "./measurement.ts";
import type { Options } from "./options.ts";

/** Where the benchmark ran. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly node: string;
  readonly platform: string;
}

/** Above this share of its time the driver may be what limits the rate. */
const DRIVER_BUSY_MAX = 0.9;

const COLUMNS = ["requests/s", "p50 ms", "p99 ms", "CPU µs/request", "memory MB", "driver busy"];
const NAME_WIDTH = 12;

interface Summary {
  readonly title: string;
  readonly sandbox: Measurement;
  readonly reference: Measurement;
  /** Requests per second of the sandbox by those of the reference: middle, least and most of the rounds. */
  readonly ratio: { readonly median: number; readonly least: number; readonly most: number };
}

/** The result as one document: the summary of every flow, and every round that it was made from. */
export function documentOf(
  machine: Machine,
  options: Options,
  { levels, comparisons }: { readonly levels: readonly Level[]; readonly comparisons: readonly Compared[] },
): unknown {
  return {
    machine,
    options,
    comparisons: comparisons.map(({ comparison, rounds }) => ({
      ...summaryOf(comparison.title, rounds),
      slownessMax: comparison.slownessMax,
      rounds,
    })),
    levels: levels.map((level) => ({
      ...level,
      flows: level.flows.map(({ flow, rounds }) => ({ ...summaryOf(flow, rounds), flow, rounds })),
    })),
  };
}

export function headOf({ processor, cores, node, platform }: Machine, options: Options): string {
  const { connections, rounds, seconds } = options;
  return (
    `${processor}, ${cores} cores, ${platform}, Node ${node}\n` +
    `${connections} connections, ${rounds} rounds of ${seconds} s; figures are medians of the rounds\n`
  );
}

/** The result of one number of stored orders, for people. */
export function tableOf({ ordersAtFirstRound, ordersAtEnd, orders, flows }: Level): string {
  const range = `${grouped(ordersAtFirstRound)} at the first round, ${grouped(ordersAtEnd)} at the end`;
  const blocks = flows.map(({ flow, rounds }) => blockOf(summaryOf(flow, rounds), SERVERS));
  return `\n${grouped(orders)} stored orders (${range})\n${blocks.join("")}`;
}

const SERVERS = ["sandbox", "reference"] as const;

/** What a difference of settings costs, for people. */
export function comparisonOf({ comparison, rounds }: Compared): string {
  const { title, names, slownessMax } = comparison;
  const summary = summaryOf(title, rounds);
  const slowness = fixed(1 / summary.ratio.median, 2);
  return `\n${blockOf(summary, names)}    ${slowness} times as slow; at most ${slownessMax} is meant\n`;
}

function summaryOf(title: string, rounds: readonly Round[]): Summary {
  const ratios = rounds.map(
    ({ sandbox, reference }) => sandbox.requestsPerSecond / reference.requestsPerSecond,
  );
  return {
    title,
    sandbox: medianOf(rounds.map(({ sandbox }) => sandbox)),
    reference: medianOf(rounds.map(({ reference }) => reference)),
    ratio: {
      median: median(ratios) ?? Number.NaN,
      least: Math.min(...ratios),
      most: Math.max(...ratios),
    },
  };
}

function blockOf(
  { title, sandbox, reference, ratio }: Summary,
  [first, second]: readonly [string, string],
): string {
  const busiest = Math.max(sandbox.driverBusy, reference.driverBusy);
  const lines = [
    `  ${title}`,
    lineOf("", COLUMNS),
    lineOf(first, cellsOf(sandbox)),
    lineOf(second, cellsOf(reference)),
    `    ${"ratio".padEnd(NAME_WIDTH)}${fixed(ratio.median, 2)} (${fixed(ratio.least, 2)} to ${fixed(ratio.most, 2)})`,
    ...(busiest > DRIVER_BUSY_MAX
      ? ["    The driver was busy most of the time: the servers may be faster than this."]
      : []),
  ];
  return `${lines.join("\n")}\n`;
}

function lineOf(name: string, cells: readonly string[]): string {
  const columns = cells.map((cell, index) => cell.padStart((COLUMNS[index] ?? "").length + 2));
  return `    ${name.padEnd(NAME_WIDTH)}${columns.join("")}`;
}

function cellsOf(figures: Measurement): readonly string[] {
  return [
    grouped(figures.requestsPerSecond),
    fixed(figures.p50Ms, 1),
    fixed(figures.p99Ms, 1),
    fixed(figures.cpuMicroseconds, 0),
    fixed(figures.memoryMb, 0),
    `${fixed(figures.driverBusy * 100, 0)} %`,
  ];
}

function grouped(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

function fixed(value: number | undefined, digits: number): string {
  return value === undefined ? "-" : value.toFixed(digits);
}
