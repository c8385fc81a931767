import type { Contested } from "./contest.ts";
import type { Stored } from "./flat-part.ts";
import type { IdleFigures } from "./idle-part.ts";
import { medianOf, ratioOf } from "./measurement.ts";
import type { Machine } from "./machine.ts";
import type { Measurement, Ratio } from "./measurement.ts";
import type { Options } from "./options.ts";
import type { PaintFigures } from "./paint-part.ts";
import type { StartFigures } from "./start-part.ts";

/** Everything that one run measured. */
export interface Result {
  readonly contests: readonly Contested[];
  readonly stored: readonly Stored[];
  /** Undefined when it was not measured. */
  readonly start: StartFigures | undefined;
  readonly idle: IdleFigures | undefined;
  /** Undefined also where there is no browser. */
  readonly paint: PaintFigures | undefined;
}

/** A contestant over all rounds. */
export interface Row {
  readonly name: string;
  readonly median: Measurement;
  /** Of its rate to that of what the contest holds against; undefined for that itself. */
  readonly ratio: Ratio | undefined;
  /** The same of requests by processor time, which other work on the machine hardly changes. */
  readonly cpuRatio: Ratio | undefined;
}

export function rowsOf({ rows }: Contested): readonly Row[] {
  const base = rows[1]?.rounds ?? [];
  return rows.map(({ name, rounds }, index) => ({
    name,
    median: medianOf(rounds),
    ratio: index === 1 ? undefined : ratioOf(rounds, base, ({ requestsPerSecond }) => requestsPerSecond),
    cpuRatio: index === 1 ? undefined : ratioOf(rounds, base, perCpuTime),
  }));
}

function perCpuTime({ cpuMicroseconds }: Measurement): number | undefined {
  return cpuMicroseconds === undefined ? undefined : 1 / cpuMicroseconds;
}

/** The result as one document: the figures of every contestant, and every round that they were made from. */
export function documentOf(machine: Machine, options: Options, result: Result): object {
  const contests = result.contests.map((contest) => {
    const rows = rowsOf(contest).map((row, index) => ({ ...row, rounds: contest.rows[index]?.rounds }));
    return { ...contest, rows };
  });
  return { machine, options, ...result, contests };
}
