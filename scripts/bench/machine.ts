import { cpus } from "node:os";
import { coresOf } from "./cores.ts";

/** Where the benchmark ran. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly node: string;
  readonly platform: string;
  /** Whether the servers have one core and the driver another. */
  readonly pinned: boolean;
}

export function thisMachine(isPinned: boolean): Machine {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? "unknown processor",
    cores: processors.length,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    pinned: coresOf(isPinned).servers !== undefined,
  };
}
