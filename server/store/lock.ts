import { randomBytes } from "node:crypto";
import { utimesSync } from "node:fs";
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isRunning, ownIdentity, type ProcessIdentity } from "./process-identity.ts";
import { codeOf, type StoreLog } from "./store-log.ts";
import { StoreLocked } from "./store.ts";

/** The hold on a data folder. */
export interface Lock {
  /** Whether it is still ours: someone may have removed it, or taken a stopped process for a dead one. */
  held(): boolean;
  release(): Promise<void>;
}

export interface LockTiming {
  /** How often the holder touches its lock file. */
  readonly beatMs: number;
  /** How long a holder that cannot be asked for (on another host) may go without touching it. */
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
 * step, and holds the folder if no other living process has one then. Of two that start at the same time the one
 * who looks last sees the other, so there are never two holders. Locks of dead processes are removed.
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
    if ((await livingRival(contender)) === undefined) return keep(contender);
    await rm(path, { force: true });
    await wait(RETRY_MS * (1 + (token.readUInt8(attempt % 4) % 8)));
    rival = await livingRival(contender);
  }
  throw new StoreLocked(folder, rival?.pid ?? own.pid);
}

function contentOf(own: ProcessIdentity): string {
  return `The gateway sandbox with process id ${own.pid} on host ${own.host} uses this folder.\n`;
}

/** A lock of another process that lives, if there is one. Locks of dead processes are removed on the way. */
async function livingRival(contender: Contender): Promise<FoundLock | undefined> {
  const { folder, path, log } = contender;
  for (const lock of (await locksIn(folder)).filter((found) => found.path !== path)) {
    if (await isAlive(lock, contender)) return lock;
    await rm(lock.path, { force: true });
    log("warn", "store-lock-taken-over", { folder, pid: lock.pid, host: lock.host });
  }
  return undefined;
}

async function locksIn(folder: string): Promise<readonly FoundLock[]> {
  return (await readdir(folder)).flatMap((name) => {
    const [, pid, start = "", host = ""] = NAME.exec(name) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), start, host, path: join(folder, name) }];
  });
}

async function isAlive(lock: FoundLock, { own, folder, log, timing }: Contender): Promise<boolean> {
  const running = lock.host === own.host ? await isRunning(lock) : undefined;
  if (running !== undefined) return running;
  log("info", "store-lock-watched", { folder, pid: lock.pid, host: lock.host, watchMs: timing.watchMs });
  const before = await touchedAt(lock.path);
  await wait(timing.watchMs);
  return (await touchedAt(lock.path)) !== before;
}

/** When the file was last written; undefined when it is gone. */
async function touchedAt(path: string): Promise<bigint | undefined> {
  try {
    return (await stat(path, { bigint: true })).mtimeNs;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function keep({ path, folder, log, timing }: Contender): Lock {
  let held = true;
  const lose = (error: unknown): void => {
    // A full disk refuses no new time, and other failures pass: only a missing file counts.
    if (!held || codeOf(error) !== "ENOENT") return;
    held = false;
    log("error", "store-lock-lost", { folder });
  };
  const beat = setInterval(() => {
    const now = new Date();
    try {
      // One call of microseconds; whatever went through the thread pool would wake an idle process again and again.
      utimesSync(path, now, now);
    } catch (error) {
      lose(error);
    }
  }, timing.beatMs).unref();
  return {
    held: () => held,
    release: async () => {
      clearInterval(beat);
      held = false;
      await rm(path, { force: true });
    },
  };
}
