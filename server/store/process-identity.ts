import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { codeOf } from "./store-log.ts";

/** Names one process among all that ever ran: a pid alone comes back. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Boot and time of start, where the system tells (Linux); "" where it does not. */
  readonly start: string;
  readonly host: string;
}

export async function ownIdentity(): Promise<ProcessIdentity> {
  const host = hostname().replace(/[^A-Za-z0-9-]/g, "_");
  return { pid: process.pid, start: (await startOf(process.pid)) ?? "", host };
}

/**
 * Whether a process of this host runs: yes, no, or unknown. It is unknown where the pid is in use and the system
 * does not tell since when.
 */
export async function isRunning(identity: ProcessIdentity): Promise<boolean | undefined> {
  if (!pidInUse(identity.pid)) return false;
  if (identity.pid === process.pid && identity.start === "") return true;
  const start = await startOf(identity.pid);
  if (start === undefined || identity.start === "") return undefined;
  return start === identity.start;
}

function pidInUse(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is there and belongs to someone else.
    return codeOf(error) === "EPERM";
  }
}

/** State and start time are the 3rd and 22nd field of /proc/<pid>/stat; the 2nd is in brackets and may hold anything. */
const [STATE, START] = [0, 19];

async function startOf(pid: number): Promise<string | undefined> {
  const [stat, boot] = await Promise.all([
    textOf(`/proc/${pid}/stat`),
    textOf("/proc/sys/kernel/random/boot_id"),
  ]);
  if (stat === undefined || boot === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // A dead process whose parent has not asked for its end yet is still listed.
  return /^[ZX]$/.test(fields[STATE] ?? "") ? "dead" : `${boot.slice(0, 8)}-${fields[START] ?? ""}`;
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch {
    // No such process any more, or a system without /proc: either way nothing is known.
    return undefined;
  }
}
