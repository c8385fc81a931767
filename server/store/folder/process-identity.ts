import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { codeOf } from "../store-log.ts";

/** Names one process among all that ever ran: a pid alone comes back. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Boot and time of start, where the system tells (Linux); "" where it does not. */
  readonly start: string;
  /**
   * Where the pid means something: the host's name and, where the system tells (Linux), its boot and the namespace of
   * its process ids. Containers of one machine may share a name, and so may machines.
   */
  readonly host: string;
}

export async function ownIdentity(): Promise<ProcessIdentity> {
  const [start, boot, namespace] = await Promise.all([startOf(process.pid), bootOf(), namespaceOf()]);
  const host = [hostname().replace(/[^A-Za-z0-9-]/g, "_"), boot, namespace];
  return { pid: process.pid, start: start ?? "", host: host.filter((part) => part !== undefined).join("-") };
}

/**
 * Whether a process of this host and namespace runs: yes, no, or unknown. It is unknown where the pid is in use and
 * the system does not tell since when.
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
  const [self, stat, boot] = await Promise.all([
    known(readlink("/proc/self")),
    known(readFile(`/proc/${pid}/stat`, "utf8")),
    bootOf(),
  ]);
  // A container may be shown the processes of another namespace, under pids that mean nothing in its own.
  if (self !== String(process.pid) || stat === undefined || boot === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // A dead process whose parent has not asked for its end yet is still listed.
  return /^[ZX]$/.test(fields[STATE] ?? "") ? "dead" : `${boot}-${fields[START] ?? ""}`;
}

async function bootOf(): Promise<string | undefined> {
  return (await known(readFile("/proc/sys/kernel/random/boot_id", "utf8")))?.slice(0, 8);
}

/** The number of the namespace of process ids, which is another one in every container. */
async function namespaceOf(): Promise<string | undefined> {
  return /\d+/.exec((await known(readlink("/proc/self/ns/pid"))) ?? "")?.[0];
}

/** Undefined when there is no such process any more, or on a system without /proc: either way nothing is known. */
function known(reading: Promise<string>): Promise<string | undefined> {
  return reading.catch(() => undefined);
}
