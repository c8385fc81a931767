import { Low } from "lowdb";
import { storeOver } from "./committed-work.ts";
import { makeFolder, unusable } from "./data-folder.ts";
import { realFileSystem, type FileSystem } from "./file-system.ts";
import { acquireLock, LOCK_TIMING, type Lock, type LockTiming } from "./lock.ts";
import { createLogAdapter, type LogData } from "./log-adapter.ts";
import { logFilesIn } from "./log-files.ts";
import { LOG_FORMAT, type LogFormat } from "./log-format.ts";
import { createLogTail, TAIL_SIZE, type TailSize } from "./log-tail.ts";
import { createRecentOrders, RECENT_SIZE, type RecentSize } from "./recent-orders.ts";
import { openSecret } from "./secret.ts";
import type { StoreLog } from "./store-log.ts";
import { createStoreTable } from "./store-table.ts";
import type { Store } from "./store.ts";

export interface LogStoreOptions {
  /** Made when it is not there. */
  readonly folder: string;
  readonly log: StoreLog;
}

/** What the tests set otherwise. */
export interface LogStoreInternals {
  readonly files: FileSystem;
  readonly format: LogFormat;
  readonly compactAboveBytes: number;
  readonly recent: RecentSize;
  readonly tail: TailSize;
  readonly lockTiming: LockTiming;
}

const INTERNALS: LogStoreInternals = {
  files: realFileSystem,
  format: LOG_FORMAT,
  compactAboveBytes: 8 * 1024 * 1024,
  recent: RECENT_SIZE,
  tail: TAIL_SIZE,
  lockTiming: LOCK_TIMING,
};

/** The embedded store: lowdb over an append-only log in a folder that it alone uses. */
export async function openLogStore(options: LogStoreOptions, internals = INTERNALS): Promise<Store> {
  const { folder, log } = options;
  try {
    await makeFolder(folder);
    const lock = await acquireLock(folder, log, internals.lockTiming);
    return await openLocked(options, internals, lock).catch(async (error: unknown) => {
      await lock.release();
      throw error;
    });
  } catch (error) {
    throw unusable(folder, error);
  }
}

async function openLocked(
  { folder, log }: LogStoreOptions,
  { files, format, compactAboveBytes, recent, tail }: LogStoreInternals,
  lock: Lock,
): Promise<Store> {
  const place = { folder, files };
  const found = await logFilesIn(place);
  const secret = await openSecret(place, found.snapshot !== undefined || found.logs.length > 0);
  const adapter = createLogAdapter({ place, found, format, log, compactAboveBytes });
  const low = new Low<LogData>(adapter, {
    table: createStoreTable(),
    sealed: { runs: [], view: undefined },
  });
  await low.read().catch(async (error: unknown) => {
    await adapter.close();
    throw error;
  });
  const memory = { recent: createRecentOrders(recent), tail: createLogTail(tail) };
  return storeOver({ secret, low, adapter, lock, log, ...memory });
}
