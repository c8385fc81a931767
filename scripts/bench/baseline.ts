import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Machine } from "./machine.ts";
import type { Options } from "./options.ts";
import { ratiosOf } from "./result.ts";
import type { Result } from "./result.ts";

/** The committed ratios, and how they came about. */
export interface Baseline {
  readonly date: string;
  readonly machine: Machine;
  readonly method: string;
  /** By the id of the contest. */
  readonly ratios: Readonly<Record<string, number>>;
}

/** What became of a committed ratio. */
export interface Compared {
  readonly id: string;
  readonly committed: number;
  /** Undefined when it was not measured. */
  readonly measured: number | undefined;
  /** By how much of itself it changed: -0.2 is a fall by a fifth. */
  readonly change: number | undefined;
  readonly fell: boolean;
}

/**
 * A guess until runs on an idle machine say more: on a busy one the ratios of single rounds differ by a third, and their
 * medians by up to a fifth. A ratio says more of a machine than a rate, but other processors and disks move it too.
 */
export const TOLERANCE = 0.15;

const FILE = fileURLToPath(new URL("baseline.json", import.meta.url));
const DIGITS = 3;

export async function readBaseline(): Promise<Baseline> {
  return JSON.parse(await readFile(FILE, "utf8")) as Baseline;
}

export async function writeBaseline(baseline: Baseline): Promise<void> {
  await writeFile(FILE, `${JSON.stringify(baseline, undefined, 2)}\n`);
}

export function baselineOf(result: Result, machine: Machine, options: Options, now: Date): Baseline {
  const ratios = [...ratiosOf(result)].map(([id, ratio]) => [id, Number(ratio.toFixed(DIGITS))]);
  return {
    date: now.toISOString().slice(0, 10),
    machine,
    method: methodOf(machine, options),
    ratios: Object.fromEntries(ratios) as Record<string, number>,
  };
}

/** How the rounds were run, in words. */
export function methodOf({ pinned }: Machine, { rounds, seconds, connections }: Options): string {
  const cores = pinned ? "the servers on one core and the driver on another" : "on any core";
  return `${rounds} ${rounds === 1 ? "round" : "rounds"} of ${seconds} s, ${connections} connections, ${cores}`;
}

/** Every committed ratio, in their order. */
export function compared({ ratios }: Baseline, measured: ReadonlyMap<string, number>): readonly Compared[] {
  return Object.entries(ratios).map(([id, committed]) => {
    const now = measured.get(id);
    const change = now === undefined ? undefined : now / committed - 1;
    return { id, committed, measured: now, change, fell: change !== undefined && !(change >= -TOLERANCE) };
  });
}
