import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** What a process has used so far; undefined where the system does not tell. */
export interface Usage {
  readonly memoryMb: number | undefined;
  /** The most that was resident since it started (Linux only). */
  readonly memoryPeakMb: number | undefined;
  readonly cpuMs: number | undefined;
}

/** Linux counts a process's time in hundredths of a second, whatever its own clock does. */
const TICK_MS = 10;

export function usageOf(pid: number): Usage {
  return {
    memoryMb: numberIn(() => residentKb(pid) / 1024),
    memoryPeakMb: numberIn(() => statusOf(pid, "VmHWM") / 1024),
    cpuMs: numberIn(() => cpuTicks(pid) * TICK_MS),
  };
}

function residentKb(pid: number): number {
  if (process.platform === "linux") return statusOf(pid, "VmRSS");
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }));
}

/** How often the main thread has given up the processor to wait; undefined where the system does not tell. */
export function waitsOf(pid: number): number | undefined {
  return numberIn(() => statusOf(pid, "voluntary_ctxt_switches", `task/${pid}/`));
}

function statusOf(pid: number, field: string, place = ""): number {
  const text = readFileSync(`/proc/${pid}/${place}status`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(text)?.[1]);
}

/** User and system time: fields 14 and 15; the name in field 2 may hold spaces, so counting begins behind it. */
function cpuTicks(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

/** Memory and time are a remark on the result: without them there is still a benchmark. */
function numberIn(read: () => number): number | undefined {
  try {
    const value = read();
    return Number.isFinite(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
