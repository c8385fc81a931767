import { join } from "node:path";
import { setAside } from "./damage.ts";
import { closeAll, type ReadableFile } from "./file-system.ts";
import { logName, snapshotName, type LogFiles, type LogPlace } from "./log-files.ts";
import type { LogFormat } from "./log-format.ts";
import { replayFile, type DamagedLine, type Replayed } from "./log-replay.ts";
import { createSegment, headerOf, openSegment, type LogSegment } from "./log-segment.ts";
import type { StoreLog } from "./store-log.ts";
import { createStoreTable, type StoreTable } from "./store-table.ts";

/** What the files came to, ready to be written on. */
export interface Recovered {
  readonly table: StoreTable;
  readonly segment: LogSegment;
  /** The files in which texts of the table stand. */
  readonly readFiles: readonly ReadableFile[];
  readonly snapshotBytes: number;
  /** Bytes of the logs before the one that is being written. */
  readonly closedBytes: number;
  /** Whether the files hold damage or an older version, so that they should be replaced by a snapshot. */
  readonly stale: boolean;
}

export interface RecoveryOrder {
  readonly place: LogPlace;
  readonly found: LogFiles;
  readonly format: LogFormat;
  readonly log: StoreLog;
}

interface ReadFile extends Replayed {
  readonly name: string;
  readonly kind: "snapshot" | "log";
}

/** What cannot be recovered leaves no file open. */
export async function recover(order: RecoveryOrder): Promise<Recovered> {
  const readFiles: ReadableFile[] = [];
  try {
    return await recoverFrom(order, readFiles);
  } catch (error) {
    await closeAll(readFiles);
    throw error;
  }
}

/** Reads everything first, so that a file of a newer version is refused before anything is touched. */
async function recoverFrom(order: RecoveryOrder, readFiles: ReadableFile[]): Promise<Recovered> {
  const { place, found, format, log } = order;
  const table = createStoreTable();
  const read: ReadFile[] = [];
  for (const { name, kind } of namesOf(found)) {
    const path = join(place.folder, name);
    const file = await place.files.openToRead(path);
    readFiles.push(file);
    const slab = { bytes: undefined, file, position: 0 };
    const replayed = await replayFile({ table, format }, { name, slab, chunks: place.files.read(path) });
    read.push({ ...replayed, name, kind });
  }
  for (const generation of found.missing) {
    log("error", "store-file-missing", { file: join(place.folder, logName(generation)) });
  }
  const damaged = await setAsideAll(order, read);
  const segment = await segmentOf(order, read.at(-1));
  for (const name of found.obsolete) await place.files.remove(join(place.folder, name));
  const bytes = read.map((file) => file.length);
  return {
    table,
    segment,
    readFiles,
    snapshotBytes: found.snapshot === undefined ? 0 : (bytes[0] ?? 0),
    closedBytes: bytes.slice(found.snapshot === undefined ? 0 : 1, -1).reduce((sum, size) => sum + size, 0),
    stale: damaged || found.missing.length > 0 || read.some((file) => file.version < format.version),
  };
}

function namesOf(found: LogFiles): { name: string; kind: ReadFile["kind"] }[] {
  const logs = found.logs.map((generation) => ({ name: logName(generation), kind: "log" as const }));
  if (found.snapshot === undefined) return logs;
  return [{ name: snapshotName(found.snapshot), kind: "snapshot" }, ...logs];
}

/** Sets the damaged lines of every file aside; whether there were any. */
async function setAsideAll({ place, log }: RecoveryOrder, read: readonly ReadFile[]): Promise<boolean> {
  const lastLog = read.findLast((file) => file.kind === "log");
  let damaged = false;
  for (const file of read) {
    const lines = damageOf(file, file === lastLog);
    if (lines.length > 0) await setAside(place, file.name, lines, log);
    const cutSnapshot = file.kind === "snapshot" && !file.complete;
    if (cutSnapshot) log("error", "store-snapshot-cut", { file: join(place.folder, file.name) });
    damaged ||= lines.length > 0 || cutSnapshot;
  }
  return damaged;
}

/** Only the log that was being written can end in a cut line; anywhere else it is damage. */
function damageOf(file: ReadFile, isLastLog: boolean): readonly DamagedLine[] {
  return isLastLog || file.cut === undefined ? file.damaged : [...file.damaged, file.cut];
}

async function segmentOf({ place, found, format, log }: RecoveryOrder, last?: ReadFile): Promise<LogSegment> {
  const generation = found.logs.at(-1);
  if (generation === undefined || last === undefined) {
    return createSegment(place, found.snapshot ?? 1, format.version);
  }
  const segment = await openSegment(place, generation, last.length);
  if (last.cut !== undefined) {
    await segment.cutBack();
    const { number, bytes } = last.cut;
    log("warn", "store-cut-line-dropped", {
      file: join(place.folder, last.name),
      line: number,
      bytes: bytes.length,
    });
  }
  if (last.length === 0) await segment.append([headerOf(generation, format.version)]);
  return segment;
}
