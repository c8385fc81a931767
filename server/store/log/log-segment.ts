import { join } from "node:path";
import type { LogFile, ReadableFile, Standing } from "../folder/file-system.ts";
import { createFile, logName, type LogPlace } from "./log-files.ts";
import { formatLine, type HeaderLine } from "../lines/log-line.ts";

/** The log file that is being written. */
export interface LogSegment {
  readonly generation: number;
  /** Bytes that are on disk. */
  length(): number;
  /** Reads what is on disk. It stays open when the segment is closed, as texts stand in it. */
  readonly written: ReadableFile;
  /**
   * Appends and syncs. When that fails, the file is cut back to what was on disk before the next attempt. It fails for
   * good, and leaves the file alone, when somebody else has deleted, replaced or changed the file.
   */
  append(parts: readonly Uint8Array[]): Promise<void>;
  /** Appends as much as the last append that failed, and takes it back: resolves when there is room again. */
  tryRoom(): Promise<void>;
  /** Cuts off whatever stands behind the bytes that are on disk. */
  cutBack(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the log of a generation: a file with nothing but its header. */
export async function createSegment(place: LogPlace, header: HeaderLine): Promise<LogSegment> {
  const line = formatLine(header);
  await createFile(place, logName(header.generation), (append) => append(line));
  return openSegment(place, header.generation, line.length);
}

/** So much has to fit again before a disk that was full counts as one that is not; and more is not tried. */
const ROOM_BYTES = { least: 1 << 16, most: 1 << 20 };
const SPACE = " ";

interface OpenSegment {
  readonly place: LogPlace;
  readonly path: string;
  readonly file: LogFile;
  /** As it stood under its name when it was opened. */
  readonly own: Standing | undefined;
  /** Bytes that are on disk. */
  length: number;
  /** Whether more than that may stand there. */
  torn: boolean;
  roomBytes: number;
  /** Why nothing more can be kept in this file. */
  lost: Error | undefined;
}

/** Goes on with a log of which the first `durable` bytes are good. */
export async function openSegment(place: LogPlace, generation: number, durable: number): Promise<LogSegment> {
  const path = join(place.folder, logName(generation));
  const file = await place.files.open(path, "existing");
  const written = await place.files.openToRead(path).catch(async (error: unknown) => {
    await file.close();
    throw error;
  });
  const fresh = { length: durable, torn: false, roomBytes: ROOM_BYTES.least, lost: undefined };
  const segment: OpenSegment = { place, path, file, own: place.files.standing(path), ...fresh };
  return {
    generation,
    written,
    length: () => segment.length,
    append: (parts) => append(segment, parts),
    tryRoom: async () => {
      await attempt(segment, [Buffer.alloc(segment.roomBytes, SPACE)], segment.roomBytes);
      await cutBack(segment);
    },
    cutBack: () => cutBack(segment),
    close: () => file.close(),
  };
}

async function append(segment: OpenSegment, parts: readonly Uint8Array[]): Promise<void> {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  try {
    await attempt(segment, parts, bytes);
  } catch (error) {
    segment.roomBytes = Math.min(ROOM_BYTES.most, Math.max(ROOM_BYTES.least, bytes));
    throw error;
  }
  segment.torn = false;
  segment.length += bytes;
}

/** Leaves the segment torn: whether the bytes count is for the caller to say. */
async function attempt(segment: OpenSegment, parts: readonly Uint8Array[], bytes: number): Promise<void> {
  if (segment.lost !== undefined) throw segment.lost;
  if (segment.torn) await cutBack(segment);
  verify(segment, segment.length);
  segment.torn = true;
  try {
    for (const part of parts) await segment.file.append(part);
    await segment.file.datasync();
    verify(segment, segment.length + bytes);
  } catch (error) {
    // Now if possible, so that a crash does not bring back what was refused; else before the next attempt.
    if (!isLost(segment)) await cutBack(segment).catch(() => undefined);
    throw error;
  }
}

function isLost({ lost }: OpenSegment): boolean {
  return lost !== undefined;
}

async function cutBack(segment: OpenSegment): Promise<void> {
  await segment.file.truncate(segment.length);
  await segment.file.datasync();
  segment.torn = false;
}

/** Whoever is told that something is kept may rely on the file under its name. */
function verify(segment: OpenSegment, bytes: number): void {
  const { place, path, own } = segment;
  const now = place.files.standing(path);
  const isOwn = now !== undefined && now.ino === own?.ino && now.dev === own.dev;
  if (isOwn && now.size === bytes) return;
  const what = now === undefined ? "deleted" : isOwn ? "changed" : "replaced";
  segment.lost = new Error(`${path} was ${what} by another process; restart the sandbox`);
  throw segment.lost;
}
