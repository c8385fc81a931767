import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

/** Which core of the machine the servers run on, and which the driver; undefined: wherever the system puts them. */
export interface Cores {
  readonly servers: number | undefined;
  readonly driver: number | undefined;
}

const APART: Cores = { servers: 0, driver: 1 };
const ANYWHERE: Cores = { servers: undefined, driver: undefined };

/** Servers on one core and the driver on another, where the system can do that (Linux with util-linux). */
export function coresOf(isPinned: boolean): Cores {
  const canPin = availableParallelism() > 1 && [0, 1].every((core) => isUsable(core));
  return isPinned && canPin ? APART : ANYWHERE;
}

function isUsable(core: number): boolean {
  const [command = "", ...words] = pinned(core, ["true"]);
  return spawnSync(command, words).status === 0;
}

/** The command on the core. */
export function pinned(core: number | undefined, command: readonly string[]): readonly string[] {
  return core === undefined ? command : ["taskset", "-c", String(core), ...command];
}
