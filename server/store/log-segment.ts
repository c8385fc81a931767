import { join } from "node:path";
import type { ReadableFile } from "./file-system.ts";
import { createFile, logName, type LogPlace } from "./log-files.ts";
import { formatLine } from "./log-line.ts";

/** The log file that is being written. */
export interface LogSegment {
  readonly generation: number;
  /** Bytes that are on disk. */
  length(): number;
  /** Reads what is on disk. It stays open when the segment is closed, as texts stand in it. */
  readonly written: ReadableFile;
  /** Appends and syncs. When that fails, the file is cut back to what was on disk before the next attempt. */
  append(parts: readonly Uint8Array[]): Promise<void>;
  /** Cuts off whatever stands behind the bytes that are on disk. */
  cutBack(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the log of a generation: a file with nothing but its header. */
export async function createSegment(
  place: LogPlace,
  generation: number,
  version: number,
): Promise<LogSegment> {
  const header = headerOf(generation, version);
  await createFile(place, logName(generation), (append) => append(header));
  return openSegment(place, generation, header.length);
}

export function headerOf(generation: number, version: number): Buffer {
  return formatLine({ kind: "header", version, generation });
}

/** Goes on with a log of which the first `durable` bytes are good. */
export async function openSegment(place: LogPlace, generation: number, durable: number): Promise<LogSegment> {
  const path = join(place.folder, logName(generation));
  const file = await place.files.open(path, "existing");
  const written = await place.files.openToRead(path).catch(async (error: unknown) => {
    await file.close();
    throw error;
  });
  let length = durable;
  let torn = false;

  async function cutBack(): Promise<void> {
    await file.truncate(length);
    await file.datasync();
    torn = false;
  }

  return {
    generation,
    written,
    length: () => length,
    append: async (parts) => {
      if (torn) await cutBack();
      torn = true;
      try {
        for (const bytes of parts) await file.append(bytes);
        await file.datasync();
      } catch (error) {
        // Now if possible, so that a crash does not bring back what was refused; else before the next attempt.
        await cutBack().catch(() => undefined);
        throw error;
      }
      torn = false;
      for (const bytes of parts) length += bytes.length;
    },
    cutBack,
    close: () => file.close(),
  };
}
