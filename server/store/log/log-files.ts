import { join } from "node:path";
import { codeOf } from "../../domain/thrown.ts";
import type { FileSystem, LogFile } from "../folder/file-system.ts";
import { NO_LINES, type Link } from "../lines/log-chain.ts";
import type { LogFormat } from "../lines/log-line.ts";
import { formatLine, parseLine } from "../lines/log-line.ts";

/** Where the log lives, and what it is read and written with. */
export interface LogPlace {
  readonly folder: string;
  readonly files: FileSystem;
}

/**
 * The files of the log. `log-<n>` follows `log-<n-1>`; `snapshot-<n>` holds everything that the logs before
 * `log-<n>` said, so that opening reads the highest snapshot and the logs from its number on.
 */
export interface LogFiles {
  readonly snapshot: number | undefined;
  /** The logs to read behind the snapshot, ascending. */
  readonly logs: readonly number[];
  /** Numbers that should be among them and are not. */
  readonly missing: readonly number[];
  /** Names of files that a crash left behind and that nothing needs any more. */
  readonly obsolete: readonly string[];
}

export const FIRST_GENERATION = 1;

const NAME = /^(log|snapshot)-([1-9]\d{0,14})\.ndjson(\.tmp)?$/;

export function logName(generation: number): string {
  return `log-${generation}.ndjson`;
}

export function snapshotName(generation: number): string {
  return `snapshot-${generation}.ndjson`;
}

/** A file gets its own name only when it is complete and synced. */
export function unfinished(name: string): string {
  return `${name}.tmp`;
}

export async function logFilesIn({ files, folder }: LogPlace): Promise<LogFiles> {
  const found = (await files.list(folder)).flatMap(fileOf);
  const finished = found.filter((file) => !file.temporary);
  const snapshots = finished.filter((file) => file.kind === "snapshot").map((file) => file.generation);
  const snapshot = snapshots.length === 0 ? undefined : Math.max(...snapshots);
  const first = snapshot ?? FIRST_GENERATION;
  const needed = finished.filter((file) => file.kind === "log" && file.generation >= first);
  const logs = needed.map((file) => file.generation).sort((one, other) => one - other);
  const last = logs.at(-1) ?? first - (snapshot === undefined ? 1 : 0);
  return {
    snapshot,
    logs,
    missing: Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
      (n) => !logs.includes(n),
    ),
    obsolete: found.filter((file) => file.temporary || file.generation < first).map((file) => file.name),
  };
}

function fileOf(name: string): { name: string; kind: string; generation: number; temporary: boolean }[] {
  const [, kind = "", generation, temporary] = NAME.exec(name) ?? [];
  return kind === ""
    ? []
    : [{ name, kind, generation: Number(generation), temporary: temporary !== undefined }];
}

/** Writes a file under its temporary name and gives it its own name once it is on disk. */
export async function createFile(place: LogPlace, name: string, write: Filling): Promise<void> {
  await prepareFile(place, name, write);
  try {
    await adopt(place, name);
  } catch (error) {
    await place.files.remove(join(place.folder, unfinished(name))).catch(() => undefined);
    throw error;
  }
}

type Filling = (append: LogFile["append"]) => Promise<void>;

/** Writes a file under its temporary name. */
export async function prepareFile({ files, folder }: LogPlace, name: string, write: Filling): Promise<void> {
  const temporary = join(folder, unfinished(name));
  await files.remove(temporary);
  try {
    await fill(await files.open(temporary, "new"), write);
  } catch (error) {
    // On a full disk the rest of it would stand in the way; what cannot be removed now is removed at the next open.
    await files.remove(temporary).catch(() => undefined);
    throw error;
  }
}

/** Gives a file that was prepared its own name. */
export async function adopt({ files, folder }: LogPlace, name: string): Promise<void> {
  await files.rename(join(folder, unfinished(name)), join(folder, name));
  await files.syncFolder(folder);
}

/** The bytes of a small file; undefined when there is none. */
export async function readIfThere({ files, folder }: LogPlace, name: string): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of files.read(join(folder, name))) chunks.push(chunk);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
  return Buffer.concat(chunks);
}

async function fill(file: LogFile, write: Filling): Promise<void> {
  try {
    await write(async (bytes) => {
      await file.append(bytes);
      // Slice by slice: a large unsynced file would make the next sync of the log wait for all of it.
      await file.datasync();
    });
  } finally {
    await file.close();
  }
}

/**
 * How far the log went when it was closed in order. The log only grows, and what replaces it says how far it went: so
 * it goes at least as far for ever, and a stop later than this one need not be told.
 */
export const STOP_NAME = "stop.json";

export async function writeStop(place: LogPlace, after: Link): Promise<void> {
  const line = formatLine({ kind: "stop", after });
  await createFile(place, STOP_NAME, (append) => append(line));
}

/** "damaged" when it does not say. */
export async function readStop(place: LogPlace, format: LogFormat): Promise<Link | "damaged"> {
  const bytes = await readIfThere(place, STOP_NAME);
  if (bytes === undefined) return NO_LINES;
  const nowhere = { slab: { bytes, file: undefined, position: 0 }, start: 0 };
  const { line } = parseLine(bytes.subarray(0, -1), nowhere, { version: format.version, format }) ?? {};
  return line?.kind === "stop" ? line.after : "damaged";
}
