import { join } from "node:path";
import { damageIn, plain, refusalFor, type DamageNotes, type ReadFile } from "./damage.ts";
import { closeAll, type ReadableFile } from "../folder/file-system.ts";
import { chainFrom, NO_LINES, takeLink, type Link, type ReadChain } from "../lines/log-chain.ts";
import {
  FIRST_GENERATION,
  logName,
  readStop,
  snapshotName,
  STOP_NAME,
  type LogFiles,
  type LogPlace,
} from "./log-files.ts";
import type { LogFormat } from "../lines/log-line.ts";
import { formatLine, type HeaderLine } from "../lines/log-line.ts";
import { replayFile } from "./log-replay.ts";
import { createSegment, openSegment, type LogSegment } from "./log-segment.ts";
import type { StoreLog } from "../store-log.ts";
import { createStoreTable, type StoreTable } from "../tables/store-table.ts";

/** What the files came to, ready to be written on. */
export interface Recovered {
  readonly table: StoreTable;
  readonly segment: LogSegment;
  /** The last line of the chain. */
  readonly last: Link;
  /** The last one when the log was closed in order last, as that is noted. */
  readonly noted: Link;
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
  /** Check value of the secret. */
  readonly key: string;
  readonly log: StoreLog;
  readonly damage: DamageNotes;
  /** Whether the start ends when there is damage. */
  readonly refusesDamage: boolean;
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

export function headerOf({ format, key }: RecoveryOrder, generation: number, after: Link): HeaderLine {
  return { kind: "header", version: format.version, generation, key, after };
}

const STOP_DAMAGED = plain("store-stop-damaged", STOP_NAME, "is damaged");

/** Reads everything first, so that what is refused is refused before anything is touched. */
async function recoverFrom(order: RecoveryOrder, readFiles: ReadableFile[]): Promise<Recovered> {
  const { place, found, format, damage, refusesDamage } = order;
  const table = createStoreTable();
  const { read, chain } = await readAll(order, table, readFiles);
  const stop = await readStop(place, format);
  const noted = stop === "damaged" ? NO_LINES : stop;
  const missing = takeLink(chain, noted);
  const damaged = [...damageIn(found, read, missing), ...(stop === "damaged" ? [STOP_DAMAGED] : [])];
  if (refusesDamage && damaged.length + damage.list().length > 0) {
    throw refusalFor(place.folder, damaged, damage.list());
  }
  await damage.add(damaged);
  const last = chain.last ?? NO_LINES;
  const segment = await segmentOf(order, last, read.at(-1));
  for (const name of found.obsolete) await place.files.remove(join(place.folder, name));
  const bytes = read.map((file) => file.length);
  return {
    table,
    segment,
    last,
    noted,
    readFiles,
    snapshotBytes: found.snapshot === undefined ? 0 : (bytes[0] ?? 0),
    closedBytes: bytes.slice(found.snapshot === undefined ? 0 : 1, -1).reduce((sum, size) => sum + size, 0),
    stale: damaged.length > 0 || read.some((file) => file.version < format.version),
  };
}

async function readAll(
  { place, found, format, key }: RecoveryOrder,
  table: StoreTable,
  readFiles: ReadableFile[],
): Promise<{ read: readonly ReadFile[]; chain: ReadChain }> {
  const read: ReadFile[] = [];
  let chain = chainFrom(NO_LINES);
  for (const { name, kind } of namesOf(found)) {
    const path = join(place.folder, name);
    const file = await place.files.openToRead(path);
    readFiles.push(file);
    const slab = { bytes: undefined, file, position: 0 };
    const logged = { name, kind, slab, chunks: place.files.read(path) };
    const replayed = await replayFile({ table, format, key }, logged, chain);
    if (kind === "snapshot") chain = chainFrom(replayed.header?.after);
    read.push({ ...replayed, name, kind });
  }
  return { read, chain };
}

function namesOf(found: LogFiles): { name: string; kind: ReadFile["kind"] }[] {
  const logs = found.logs.map((generation) => ({ name: logName(generation), kind: "log" as const }));
  if (found.snapshot === undefined) return logs;
  return [{ name: snapshotName(found.snapshot), kind: "snapshot" }, ...logs];
}

async function segmentOf(order: RecoveryOrder, after: Link, last?: ReadFile): Promise<LogSegment> {
  const { place, found, log } = order;
  const generation = found.logs.at(-1);
  if (generation === undefined || last === undefined) {
    return createSegment(place, headerOf(order, found.snapshot ?? FIRST_GENERATION, after));
  }
  const segment = await openSegment(place, generation, last.length);
  if (last.cut !== undefined) {
    await segment.cutBack();
    log("warn", "store-cut-line-dropped", {
      file: join(place.folder, last.name),
      line: last.cut.number,
      bytes: last.cut.bytes.length,
    });
  }
  if (last.length === 0) await segment.append([formatLine(headerOf(order, generation, after))]);
  return segment;
}
