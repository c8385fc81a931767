import { join } from "node:path";
import type { Adapter } from "lowdb";
import { reasonOf } from "../../domain/thrown.ts";
import { closeAll, type ReadableFile } from "../folder/file-system.ts";
import { logFilesIn, snapshotName, writeStop } from "./log-files.ts";
import type { Link } from "../lines/log-chain.ts";
import { createSegment, type LogSegment } from "./log-segment.ts";
import { bytesIn, settle, type Run } from "../lines/slab.ts";
import { headerOf, recover, type RecoveryOrder } from "./recovery.ts";
import { moveTexts, SnapshotStopped, writeSnapshot } from "./snapshot.ts";
import { bytesOf, type StoreTable } from "../tables/store-table.ts";
import { viewOf, type TableView } from "../tables/table-view.ts";

/** What lowdb holds: every order and record, and the changes that the next write appends. */
export interface LogData {
  readonly table: StoreTable;
  sealed: SealedChanges;
}

export interface SealedChanges {
  readonly runs: readonly Run[];
  /** The last of their lines. */
  readonly last: Link;
  /** The table as these changes leave it, when a compaction is due. */
  readonly view: TableView | undefined;
}

/** lowdb's adapter over an append-only log: `read` replays it, `write` appends only what changed. */
export interface LogAdapter extends Adapter<LogData> {
  /** The last line that is on disk. */
  last(): Link;
  /** Writes so much as could not be written last, and takes it back. */
  tryRoom(): Promise<void>;
  /** Whether the next write should carry a view, for a snapshot. */
  compactionDue(): boolean;
  close(): Promise<void>;
}

export interface LogAdapterSettings extends RecoveryOrder {
  /** A log shorter than this is not worth a compaction. */
  readonly compactAboveBytes: number;
}

/** Compaction starts when the files are this many times as large as what the store holds. */
const GARBAGE_FACTOR = 2;

/** The log while it is open. */
interface OpenLog {
  readonly settings: LogAdapterSettings;
  readonly table: StoreTable;
  segment: LogSegment;
  /** The last line that is on disk. */
  last: Link;
  /** What is noted of the last stop. */
  readonly noted: Link;
  /** The files before the segment that texts stand in. */
  readFiles: readonly ReadableFile[];
  snapshotBytes: number;
  /** Bytes of the logs behind the snapshot and before the one that is being written. */
  closedBytes: number;
  dueAboveBytes: number;
  compaction: Promise<void> | undefined;
  stopped: boolean;
}

export function createLogAdapter(settings: LogAdapterSettings): LogAdapter {
  let open: OpenLog | undefined;
  const opened = (): OpenLog => {
    if (open === undefined) throw new Error("the log was used before it was read");
    return open;
  };
  return {
    last: () => opened().last,
    tryRoom: () => opened().segment.tryRoom(),
    read: async () => {
      const recovered = await recover(settings);
      const dueAboveBytes = settings.compactAboveBytes;
      open = { ...recovered, settings, dueAboveBytes, compaction: undefined, stopped: false };
      if (recovered.stale) await startCompaction(open, viewOf(open.table));
      await open.compaction;
      return { table: open.table, sealed: { runs: [], last: open.last, view: undefined } };
    },
    write: async ({ sealed }) => {
      const log = opened();
      await append(log.segment, sealed.runs);
      log.last = sealed.last;
      if (sealed.view !== undefined) await tryCompaction(log, sealed.view);
    },
    compactionDue: () => compactionDue(opened()),
    close: async () => {
      if (open === undefined) return;
      open.stopped = true;
      await open.compaction;
      await open.segment.close();
      await noteStop(open);
      await closeAll([...open.readFiles, open.segment.written]);
    },
  };
}

/** Without it the next start knows less of what should be there, and loses nothing. */
async function noteStop({ settings: { place, log }, last, noted }: OpenLog): Promise<void> {
  if (noted.n === last.n && noted.crc === last.crc) return;
  await writeStop(place, last).catch((error: unknown) => {
    log("warn", "store-stop-not-noted", { reason: reasonOf(error) });
  });
}

async function append(segment: LogSegment, runs: readonly Run[]): Promise<void> {
  const position = segment.length();
  await segment.append(runs.map(bytesIn));
  settle(runs, segment.written, position);
}

function logBytes(log: OpenLog): number {
  return log.closedBytes + log.segment.length();
}

function compactionDue(log: OpenLog): boolean {
  if (log.compaction !== undefined || logBytes(log) <= log.dueAboveBytes) return false;
  return log.snapshotBytes + logBytes(log) > GARBAGE_FACTOR * bytesOf(log.table);
}

/** The changes before it are on disk: that the log goes on growing is no reason to refuse them. */
async function tryCompaction(log: OpenLog, view: TableView): Promise<void> {
  try {
    await startCompaction(log, view);
  } catch (error) {
    giveUp(log, error);
  }
}

/** Later changes go to a new log; what stands before it is replaced by a snapshot, while commits go on. */
async function startCompaction(log: OpenLog, view: TableView): Promise<void> {
  const { settings, segment: old, last } = log;
  log.segment = await createSegment(settings.place, headerOf(settings, old.generation + 1, last));
  log.readFiles = [...log.readFiles, old.written];
  log.closedBytes += old.length();
  log.compaction = finishCompaction(log, view, last)
    .catch((error: unknown) => {
      giveUp(log, error);
    })
    .finally(() => {
      log.compaction = undefined;
    });
  await old.close();
}

/** The view is of the table as it stood after the last line of the logs before. */
async function finishCompaction(log: OpenLog, view: TableView, after: Link): Promise<void> {
  const { place } = log.settings;
  const { generation } = log.segment;
  const header = headerOf(log.settings, generation, after);
  const snapshot = await writeSnapshot(place, { header, view, stopped: () => log.stopped });
  const file = await place.files.openToRead(join(place.folder, snapshotName(generation)));
  const replaced = log.readFiles;
  log.readFiles = [...replaced, file];
  await moveTexts(view, snapshot, file);
  log.readFiles = [file];
  log.snapshotBytes = snapshot.bytes;
  log.closedBytes = 0;
  log.dueAboveBytes = log.settings.compactAboveBytes;
  await closeAll(replaced);
  const { obsolete } = await logFilesIn(place);
  for (const name of obsolete) await place.files.remove(join(place.folder, name));
  log.settings.log("info", "store-compacted", { generation, bytes: log.snapshotBytes });
}

/** Every file that is needed is still there. The next try waits until the log has grown as much again. */
function giveUp(log: OpenLog, error: unknown): void {
  log.dueAboveBytes = logBytes(log) + log.settings.compactAboveBytes;
  if (error instanceof SnapshotStopped) return;
  log.settings.log("warn", "store-compaction-failed", { reason: reasonOf(error) });
}
