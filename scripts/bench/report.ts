import type { Contested } from "./contest.ts";
import { fixed, grouped, tableOf } from "./figures.ts";
import type { Stored } from "./flat-part.ts";
import type { IdleFigures } from "./idle-part.ts";
import type { Machine } from "./machine.ts";
import { median } from "./measurement.ts";
import type { Options } from "./options.ts";
import type { PaintFigures } from "./paint-part.ts";
import { rowsOf } from "./result.ts";
import type { Row } from "./result.ts";
import type { FirstRequests, StartFigures } from "./start-part.ts";

/** Above this share of its time the driver may be what limits the rate. */
const DRIVER_BUSY_MAX = 0.9;

const MIB_PER_GIB = 1024;
const MEANT = { answeredMs: 300, embeddedMs: 100, firstMs: 25, wakes: 1, idleMb: 120, paintedMs: 1_000 };

export function headOf(machine: Machine, options: Options): string {
  const { processor, cores, node, platform } = machine;
  return (
    `${processor}, ${cores} cores, ${platform}, Node ${node}\n` +
    `${methodOf(machine, options)}; figures are medians of the rounds\n`
  );
}

/** How the rounds were run, in words. */
function methodOf({ pinned }: Machine, { rounds, seconds, connections }: Options): string {
  const cores = pinned ? "the servers on one core and the driver on another" : "on any core";
  return `${rounds} ${rounds === 1 ? "round" : "rounds"} of ${seconds} s, ${connections} connections, ${cores}`;
}

/** What came of a contest, for people. */
export function contestReport(contested: Contested): string {
  const rows = rowsOf(contested);
  const base = rows[1]?.name ?? "";
  const columns = ["", "requests/s", "p50 ms", "p99 ms", "CPU µs/request", "memory MiB", "driver busy"];
  const busiest = Math.max(...rows.map((row) => row.median.driverBusy));
  return (
    `\n${contested.title}\n` +
    tableOf([[...columns, `ratio to ${base}`, "by CPU"], ...rows.map(cellsOf)]) +
    `  The ratio of ${rows[0]?.name ?? ""} should be at least ${fixed(contested.ratioMeant, 2)}.\n` +
    (busiest > DRIVER_BUSY_MAX
      ? "  The driver was busy most of the time: a server may be faster than this.\n"
      : "")
  );
}

function cellsOf({ name, median: middle, ratio, cpuRatio }: Row): readonly string[] {
  return [
    name,
    grouped(middle.requestsPerSecond),
    fixed(middle.p50Ms, 1),
    fixed(middle.p99Ms, 1),
    fixed(middle.cpuMicroseconds, 0),
    fixed(middle.memoryMb, 0),
    `${fixed(middle.driverBusy * 100, 0)} %`,
    ratio === undefined
      ? ""
      : `${fixed(ratio.median, 2)} (${fixed(ratio.least, 2)} to ${fixed(ratio.most, 2)})`,
    cpuRatio === undefined ? "" : fixed(cpuRatio.median, 2),
  ];
}

/** What so many stored orders cost beside time, for people. */
export function storedReport({ orders, bytes, readyMs, memoryMb, memoryPeakMb }: Stored): string {
  return (
    `  ${grouped(orders)} stored orders: ${fixed(bytes / 2 ** 20, 0)} MiB on disk; ` +
    `start to ready ${rangeOf(readyMs)}; ` +
    `memory ${fixed(memoryMb, 0)} MiB when ready, ${fixed(memoryPeakMb, 0)} MiB at most ` +
    `(meant: under ${1.5 * MIB_PER_GIB} MiB and 5 s at 1,000,000, under 0.5 s at 10,000)\n`
  );
}

export function startReport({ starts, embeddedMs, operations }: StartFigures): string {
  return (
    `\nStart\n` +
    `  start to ready ${rangeOf(starts.map((start) => start.readyMs))}\n` +
    `  start to first answer ${rangeOf(starts.map((start) => start.answeredMs))}; ` +
    `meant: under ${MEANT.answeredMs} ms\n` +
    `  createSandbox() the first time ${fixed(embeddedMs[0], 0)} ms, then ${rangeOf(embeddedMs.slice(1))}; ` +
    `meant: under ${MEANT.embeddedMs} ms\n\n` +
    `First ${operations[0]?.requests ?? 0} requests of an operation to a fresh process, one after the other; ` +
    `meant: p99 under ${MEANT.firstMs} ms\n` +
    tableOf([["", "first ms", "p50 ms", "p99 ms", "slowest ms"], ...operations.map(firstCellsOf)])
  );
}

function firstCellsOf({ name, firstMs, p50Ms, p99Ms, slowestMs }: FirstRequests): readonly string[] {
  return [name, ...[firstMs, p50Ms, p99Ms, slowestMs].map((ms) => fixed(ms, 1))];
}

export function idleReport({ seconds, memoryMb, wakesPerSecond, cpuMsPerSecond }: IdleFigures): string {
  return (
    `\nIdle for ${seconds} s: ${fixed(memoryMb, 0)} MiB resident (target: under ${MEANT.idleMb}), ` +
    `main thread woken ${fixed(wakesPerSecond, 1)} times a second (target: at most ${MEANT.wakes}), ` +
    `${fixed(cpuMsPerSecond, 1)} ms of processor time a second\n`
  );
}

export function paintReport({ exchanges, times }: PaintFigures): string {
  const range = (what: "allRowsMs" | "firstRowMs" | "paintedMs"): string =>
    rangeOf(times.map((time) => time[what]));
  return (
    `\nPortal with ${grouped(exchanges)} exchanges, in a browser with an empty cache\n` +
    `  something painted ${range("paintedMs")}; meant: under ${MEANT.paintedMs} ms\n` +
    `  the newest exchanges ${range("firstRowMs")}\n` +
    `  all in the list ${range("allRowsMs")}\n`
  );
}

/** The middle, and from where to where they go. */
function rangeOf(ms: readonly number[]): string {
  if (ms.length === 0) return "-";
  return `${fixed(median(ms), 0)} ms (${fixed(Math.min(...ms), 0)} to ${fixed(Math.max(...ms), 0)})`;
}
