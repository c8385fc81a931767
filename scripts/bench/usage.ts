import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** What a process has used so far; undefined where the system does not tell. */
export interface Usage {
  readonly memoryMb: number | undefined;
  readonly cpuMs: number | undefined;
}

/** Linux counts a process's time in hundredths of a second, whatever its own clock does. */
const TICK_MS = 10;

export function usageOf(pid: number): Usage {
  return {
    memoryMb: numberIn(() => residentKb(pid) / 1024),
    cpuMs: numberIn(() => cpuTicks(pid) * TICK_MS),
  };
}

function residentKb(pid: number): number {
  if (process.platform === "linux") {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  }
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }));
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
