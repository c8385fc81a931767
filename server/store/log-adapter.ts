import { join } from "node:path";
import type { Adapter } from "lowdb";
import { closeAll, type ReadableFile } from "./file-system.ts";
import { logFilesIn, snapshotName } from "./log-files.ts";
import { createSegment, type LogSegment } from "./log-segment.ts";
import { bytesIn, settle, type Run } from "./log-run.ts";
import { recover, type RecoveryOrder } from "./recovery.ts";
import { moveTexts, SnapshotStopped, writeSnapshot } from "./snapshot.ts";
import { reasonOf } from "./store-log.ts";
import { bytesOf, type StoreTable } from "./store-table.ts";
import { viewOf, type TableView } from "./table-view.ts";

/** What lowdb holds: every order and record, and the changes that the next write appends. */
export interface LogData {
  readonly table: StoreTable;
  sealed: SealedChanges;
}

export interface SealedChanges {
  readonly runs: readonly Run[];
  /** The table as these changes leave it, when a compaction is due. */
  readonly view: TableView | undefined;
}

/** lowdb's adapter over an append-only log: `read` replays it, `write` appends only what changed. */
export interface LogAdapter extends Adapter<LogData> {
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
  return {
    read: async () => {
      const recovered = await recover(settings);
      const dueAboveBytes = settings.compactAboveBytes;
      open = { ...recovered, settings, dueAboveBytes, compaction: undefined, stopped: false };
      if (recovered.stale) await startCompaction(open, viewOf(open.table));
      await open.compaction;
      return { table: open.table, sealed: { runs: [], view: undefined } };
    },
    write: async ({ sealed }) => {
      if (open === undefined) throw new Error("the log is written before it was read");
      await append(open.segment, sealed.runs);
      if (sealed.view !== undefined) await tryCompaction(open, sealed.view);
    },
    compactionDue: () => open !== undefined && compactionDue(open),
    close: async () => {
      if (open === undefined) return;
      open.stopped = true;
      await open.compaction;
      await open.segment.close();
      await closeAll([...open.readFiles, open.segment.written]);
    },
  };
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
  const { place, format } = log.settings;
  const old = log.segment;
  log.segment = await createSegment(place, old.generation + 1, format.version);
  log.readFiles = [...log.readFiles, old.written];
  log.closedBytes += old.length();
  log.compaction = finishCompaction(log, view)
    .catch((error: unknown) => {
      giveUp(log, error);
    })
    .finally(() => {
      log.compaction = undefined;
    });
  await old.close();
}

async function finishCompaction(log: OpenLog, view: TableView): Promise<void> {
  const { place, format } = log.settings;
  const { generation } = log.segment;
  const { version } = format;
  const snapshot = await writeSnapshot(place, { generation, version, view, stopped: () => log.stopped });
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
