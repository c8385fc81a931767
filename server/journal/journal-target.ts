import { open, type FileHandle } from "node:fs/promises";
import { FileError } from "../document/file-problem.ts";
import { isCut, LINE_START } from "./journal-file.ts";

/** What the journal is written to, as a port: the tests make it fail. */
export interface JournalTarget {
  append: (bytes: Uint8Array) => Promise<void>;
  /** Takes off what a failed append may have left of itself. */
  mend: () => Promise<void>;
  close: () => Promise<void>;
}

/** Opens the file to go on with it, or makes it, for the owner only. A FileError says why it cannot be. */
export async function openJournalTarget(path: string): Promise<JournalTarget> {
  const handle = await open(path, "a+", 0o600).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw faultOf(path, `the journal file cannot be opened: ${reason}`, error);
  });
  try {
    return targetOf(handle, await prepare(handle, path));
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function targetOf(handle: FileHandle, prepared: Prepared): JournalTarget {
  let { length } = prepared;
  return {
    append: async (bytes) => {
      await handle.appendFile(bytes);
      length += bytes.length;
    },
    mend: () => (prepared.canBeCut ? handle.truncate(length) : Promise.resolve()),
    close: () => handle.close(),
  };
}

interface Prepared {
  readonly length: number;
  /** Pipes and devices cannot be. */
  readonly canBeCut: boolean;
}

/** Cuts off the part of a line that a killed process left, so that the next line stands on its own. */
async function prepare(handle: FileHandle, path: string): Promise<Prepared> {
  const found = await handle.stat();
  if (!found.isFile()) return { length: 0, canBeCut: false };
  const start = await textAt(handle, 0, Math.min(found.size, LINE_START.length));
  const length = await lengthOfLines(handle, found.size);
  const rest = await textAt(handle, length, Math.min(found.size - length, LINE_START.length));
  if (!isCut(start) || !isCut(rest)) {
    throw faultOf(path, "the file exists and is not a journal; choose another file");
  }
  await handle.truncate(length);
  return { length, canBeCut: true };
}

const NEWLINE = 10;
const READ_BYTES = 1 << 16;

/** Bytes up to the end of the last line that has one, looked for from the end. */
async function lengthOfLines(handle: FileHandle, size: number): Promise<number> {
  for (let end = size; end > 0; end -= READ_BYTES) {
    const start = Math.max(0, end - READ_BYTES);
    const last = (await bytesAt(handle, start, end - start)).lastIndexOf(NEWLINE);
    if (last >= 0) return start + last + 1;
  }
  return 0;
}

async function textAt(handle: FileHandle, start: number, length: number): Promise<string> {
  return (await bytesAt(handle, start, length)).toString("latin1");
}

async function bytesAt(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}

function faultOf(file: string, message: string, cause?: unknown): FileError {
  return new FileError([{ file, line: 0, column: 0, message }], { cause });
}
