import { randomBytes } from "node:crypto";
import { statSync, utimesSync } from "node:fs";
import { open, readdir, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { codeOf } from "../../domain/thrown.ts";
import type { StoreLog } from "../store-log.ts";
import { StoreLocked } from "../store.ts";

/** The hold on a data folder. */
export interface Lock {
  /**
   * Whether it is still ours: someone may have removed it, or taken a stopped process for a dead one. Asked before
   * every write, so that a process that was stopped for long notices before it writes again.
   */
  held(): boolean;
  release(): Promise<void>;
}

export interface LockTiming {
  /** How often the holder touches its lock file. */
  readonly beatMs: number;
  /** How long a holder that cannot be asked for (on another host, in another container) may go without touching it. */
  readonly watchMs: number;
}

export const LOCK_TIMING: LockTiming = { beatMs: 2000, watchMs: 5000 };

/** Who wants the folder, and what it needs to find out about the others. */
interface Contender {
  readonly folder: string;
  readonly own: ProcessIdentity;
  readonly path: string;
  readonly log: StoreLog;
  readonly timing: LockTiming;
}

interface FoundLock extends ProcessIdentity {
  readonly path: string;
}

/** Two starters that met each other step back and try again, after waits that differ. */
const ATTEMPTS = 8;
const RETRY_MS = 25;
const NAME = /^lock\.(\d+)\.([\w-]*)\.([\w-]+)\.[0-9a-f]{8}$/;

/**
 * Takes the data folder for this process. Everyone makes a lock file whose name says who they are, in one atomic
 * step, and touches it from then on; it holds the folder if no other living process has one then. Of two that start at
 * the same time the one who looks last sees the other, so there are never two holders. Locks of dead processes are
 * removed. Whether another process lives is asked of the system where its pid means something here; elsewhere its lock
 * file is watched, whose time changes as long as it lives, whatever the clocks show (assumption A243).
 */
export async function acquireLock(
  folder: string,
  log: StoreLog,
  timing: LockTiming = LOCK_TIMING,
): Promise<Lock> {
  const own = await ownIdentity();
  const token = randomBytes(4);
  const path = join(folder, `lock.${own.pid}.${own.start}.${own.host}.${token.toString("hex")}`);
  const contender = { folder, own, path, log, timing };
  let rival = await livingRival(contender);
  for (let attempt = 1; rival === undefined && attempt <= ATTEMPTS; attempt += 1) {
    await writeFile(path, contentOf(own), { flag: "wx", mode: 0o600 });
    const lock = keep(contender);
    if ((await livingRival(contender)) === undefined) return lock;
    await lock.release();
    await wait(RETRY_MS * (1 + (token.readUInt8(attempt % 4) % 8)));
    rival = await livingRival(contender);
  }
  const holder = rival ?? own;
  throw new StoreLocked(folder, holder.pid, holder.host === own.host ? undefined : holder.host);
}

function contentOf(own: ProcessIdentity): string {
  return `The gateway sandbox with process id ${own.pid} on host ${own.host} uses this folder.\n`;
}

/** A lock of another process that lives, if there is one. Locks of dead processes are removed on the way. */
async function livingRival(contender: Contender): Promise<FoundLock | undefined> {
  const { folder, path, log } = contender;
  for (const lock of (await locksIn(folder)).filter((found) => found.path !== path)) {
    if (await isAlive(lock, contender)) return lock;
    if (await remove(lock.path))
      log("warn", "store-lock-taken-over", { folder, pid: lock.pid, host: lock.host });
  }
  return undefined;
}

/** Whether it was there. */
async function remove(path: string): Promise<boolean> {
  try {
    await rm(path);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

async function locksIn(folder: string): Promise<readonly FoundLock[]> {
  return (await readdir(folder)).flatMap((name) => {
    const [, pid, start = "", host = ""] = NAME.exec(name) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), start, host, path: join(folder, name) }];
  });
}

/** Looks so often while it watches. */
const LOOKS = 10;

async function isAlive(lock: FoundLock, { own, folder, log, timing }: Contender): Promise<boolean> {
  const running = lock.host === own.host ? await isRunning(lock) : undefined;
  if (running !== undefined) return running;
  log("info", "store-lock-watched", { folder, pid: lock.pid, host: lock.host, watchMs: timing.watchMs });
  const before = await touchedAt(lock.path);
  let now = before;
  for (let look = 0; now !== undefined && now === before && look < LOOKS; look += 1) {
    await wait(timing.watchMs / LOOKS);
    now = await touchedAt(lock.path);
  }
  return now !== undefined && now !== before;
}

/** When the file was last written, from its holder's clock; undefined when it is gone. */
async function touchedAt(path: string): Promise<bigint | undefined> {
  try {
    // A network volume looks anew when a file is opened, and may tell from memory when it is not.
    const handle = await open(path, "r");
    try {
      return (await handle.stat({ bigint: true })).mtimeNs;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function keep({ path, folder, log, timing }: Contender): Lock {
  let lost = false;
  const lose = (): void => {
    if (!lost) log("error", "store-lock-lost", { folder });
    lost = true;
  };
  const beat = setInterval(() => {
    const now = new Date();
    try {
      // One call of microseconds; whatever went through the thread pool would wake an idle process again and again.
      utimesSync(path, now, now);
    } catch (error) {
      // A full disk refuses no new time, and other failures pass: only a missing file counts.
      if (codeOf(error) === "ENOENT") lose();
    }
  }, timing.beatMs).unref();
  return {
    held: () => {
      if (!lost && statSync(path, { throwIfNoEntry: false }) === undefined) lose();
      return !lost;
    },
    release: async () => {
      clearInterval(beat);
      await rm(path, { force: true });
    },
  };
}

/** Names one process among all that ever ran: a pid alone comes back. */
interface ProcessIdentity {
  readonly pid: number;
  /** Boot and time of start, where the system tells (Linux); "" where it does not. */
  readonly start: string;
  /**
   * Where the pid means something: the host's name and, where the system tells (Linux), its boot and the namespace of
   * its process ids. Containers of one machine may share a name, and so may machines.
   */
  readonly host: string;
}

async function ownIdentity(): Promise<ProcessIdentity> {
  const [start, boot, namespace] = await Promise.all([startOf(process.pid), bootOf(), namespaceOf()]);
  const host = [hostname().replace(/[^A-Za-z0-9-]/g, "_"), boot, namespace];
  return { pid: process.pid, start: start ?? "", host: host.filter((part) => part !== undefined).join("-") };
}

/**
 * Whether a process of this host and namespace runs: yes, no, or unknown. It is unknown where the pid is in use and
 * the system does not tell since when.
 */
async function isRunning(identity: ProcessIdentity): Promise<boolean | undefined> {
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
