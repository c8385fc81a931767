import { randomBytes } from "node:crypto";
import { statSync, utimesSync } from "node:fs";
import { open, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isRunning, ownIdentity, type ProcessIdentity } from "./process-identity.ts";
import { codeOf, type StoreLog } from "../store-log.ts";
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
