import { Low } from "lowdb";
import { storeOver } from "./committed-work.ts";
import {
  makeFolder,
  realFileSystem,
  type FileSystem,
  unusable,
  warnOfOpenFolder,
} from "./folder/file-system.ts";
import { acquireLock, LOCK_TIMING, type Lock, type LockTiming } from "./folder/lock.ts";
import { createLogAdapter, type LogAdapter, type LogData } from "./log/log-adapter.ts";
import { openDamageNotes } from "./log/damage.ts";
import { NO_LINES } from "./lines/log-chain.ts";
import { FIRST_GENERATION, logFilesIn } from "./log/log-files.ts";
import { LOG_FORMAT, type LogFormat } from "./lines/log-line.ts";
import { createLogTail, TAIL_SIZE, type TailSize } from "./log/log-tail.ts";
import { createRecentOrders, RECENT_SIZE, type RecentSize } from "./tables/recent-orders.ts";
import { openSecret } from "./log/secret.ts";
import type { StoreLog } from "./store-log.ts";
import { createStoreTable } from "./tables/store-table.ts";
import type { OnDamage, Store } from "./store.ts";

export interface LogStoreOptions {
  /** Made when it is not there. */
  readonly folder: string;
  readonly log: StoreLog;
  /** What becomes of a start that finds its data damaged; `report` when it is not said. */
  readonly onDamage?: OnDamage;
  /** Is told how many milliseconds the write and sync of each batch took. */
  readonly synced?: (ms: number) => void;
  /** Of data that begin now and come from elsewhere; else it is made. */
  readonly secret?: Uint8Array;
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
    await warnOfOpenFolder(folder, log);
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
  { folder, log, onDamage, synced, secret: given }: LogStoreOptions,
  { files, format, compactAboveBytes, recent, tail }: LogStoreInternals,
  lock: Lock,
): Promise<Store> {
  const place = { folder, files };
  const there = await logFilesIn(place);
  const hasData = there.snapshot !== undefined || there.logs.length > 0;
  const secret = await openSecret(place, hasData, given);
  // A secret is kept once its log is there, so that beside a kept one without a log, the log was lost.
  const found = hasData || secret.isNew ? there : { ...there, missing: [FIRST_GENERATION] };
  const damage = await openDamageNotes(place, log);
  const adapter = timed(
    createLogAdapter({
      ...{ place, found, format, log, compactAboveBytes, damage },
      key: secret.check,
      refusesDamage: onDamage === "refuse",
    }),
    synced,
  );
  const low = new Low<LogData>(adapter, {
    table: createStoreTable(),
    sealed: { runs: [], last: NO_LINES, view: undefined },
  });
  try {
    await low.read();
    await secret.keep();
  } catch (error) {
    await adapter.close();
    throw error;
  }
  const memory = { recent: createRecentOrders(recent), tail: createLogTail(tail, adapter.last()) };
  return storeOver({ secret: secret.bytes, low, adapter, lock, log, damage, ...memory });
}

/** Tells how long each batch took that could be written. */
function timed(adapter: LogAdapter, synced: LogStoreOptions["synced"]): LogAdapter {
  if (synced === undefined) return adapter;
  return {
    ...adapter,
    write: async (data) => {
      const started = performance.now();
      await adapter.write(data);
      synced(performance.now() - started);
    },
  };
}
