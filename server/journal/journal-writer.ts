import { open, type FileHandle } from "node:fs/promises";
import { FileError } from "../document/file-problem.ts";
import type { Exchange } from "../domain/record/exchange.ts";
import type { AttemptLine } from "../domain/record/notification.ts";
import { reasonOf } from "../domain/thrown.ts";
import { isCut, LINE_START } from "./journal-file.ts";
import { rotate, settle } from "./rotation.ts";
import type { Rotation } from "./rotation.ts";

/** Writes exchanges and attempts at notifications to a file, one a line, in their order, behind the requests: none of them waits or fails for it. */
export interface JournalWriter {
  append: (line: AttemptLine | Exchange) => void;
  /** Whether the file holds, or will soon hold, every exchange. Asking one that failed makes it try again. */
  healthy: () => boolean;
  /** How many lines are not written yet. */
  pending: () => number;
  /** Writes what is pending. */
  close: () => Promise<void>;
}

/** How the writer tells the outside what became of the file. */
export type JournalLog = (
  level: "info" | "error",
  event: string,
  fields: Readonly<Record<string, string | number>>,
) => void;

interface Writing {
  readonly target: JournalTarget;
  readonly log: JournalLog;
  /** Lines that are not written yet, oldest first, and how long they are together. */
  pending: string[];
  pendingLength: number;
  /** Exchanges that there was no room for while the file could not be written. */
  lost: number;
  failing: boolean;
  running: Promise<void> | undefined;
}

/** What waits for a disk that is slow or full is bounded: the sandbox goes on without the file. */
const PENDING_LENGTH_MAX = 1 << 25;
/** What one append writes at most, lines being whole. */
const APPEND_LENGTH_MAX = 1 << 20;

export function createJournalWriter(
  target: JournalTarget,
  log: JournalLog,
  pendingMax = PENDING_LENGTH_MAX,
): JournalWriter {
  const writing: Writing = {
    target,
    log,
    ...{ pending: [], pendingLength: 0, lost: 0, failing: false, running: undefined },
  };
  return {
    append: (recorded) => {
      const line = `${JSON.stringify(recorded)}\n`;
      if (writing.pendingLength + line.length > pendingMax) lose(writing);
      else keep(writing, line);
      startWriting(writing);
    },
    healthy: () => {
      if (writing.failing) startWriting(writing);
      return !writing.failing && writing.lost === 0;
    },
    pending: () => writing.pending.length,
    close: async () => {
      await writing.running;
      startWriting(writing);
      await writing.running;
      const lost = writing.lost + writing.pending.length;
      if (lost > 0) log("error", "journal-file-incomplete", { lost });
      await target.close();
    },
  };
}

function keep(writing: Writing, line: string): void {
  writing.pending.push(line);
  writing.pendingLength += line.length;
}

function lose(writing: Writing): void {
  if (writing.lost === 0) writing.log("error", "journal-file-loses-exchanges", {});
  writing.lost += 1;
}

function startWriting(writing: Writing): void {
  writing.running ??= writeAll(writing).finally(() => {
    writing.running = undefined;
  });
}

/** Ends when nothing is pending, or at the first failure; the next exchange tries again. */
async function writeAll(writing: Writing): Promise<void> {
  let written = true;
  while (written && writing.pending.length > 0) written = await writeSome(writing);
}

/** Whether it could. */
async function writeSome(writing: Writing): Promise<boolean> {
  const lines = nextLines(writing.pending);
  try {
    if (writing.failing) await writing.target.mend();
    await writing.target.append(Buffer.from(lines.join("")));
  } catch (error) {
    fail(writing, error);
    return false;
  }
  succeed(writing, lines);
  return true;
}

/** As many of the oldest lines as one append takes, and one at least. */
function nextLines(pending: readonly string[]): readonly string[] {
  let length = 0;
  const end = pending.findIndex((line) => (length += line.length) > APPEND_LENGTH_MAX);
  return pending.slice(0, end < 0 ? pending.length : Math.max(1, end));
}

function succeed(writing: Writing, written: readonly string[]): void {
  writing.pending = writing.pending.slice(written.length);
  writing.pendingLength -= written.reduce((sum, { length }) => sum + length, 0);
  if (writing.failing) writing.log("info", "journal-file-writes-again", { lost: writing.lost });
  writing.failing = false;
}

function fail(writing: Writing, error: unknown): void {
  if (!writing.failing) writing.log("error", "journal-file-cannot-write", { reason: reasonOf(error) });
  writing.failing = true;
}

/** What the journal is written to, as a port: the tests make it fail. */
export interface JournalTarget {
  append: (bytes: Uint8Array) => Promise<void>;
  /** Takes off what a failed append may have left of itself. */
  mend: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Opens the file to go on with it, or makes it, for the owner only. A FileError says why it cannot be. Without a
 * rotation it grows without end.
 */
export async function openJournalTarget(path: string, rotation?: Rotation): Promise<JournalTarget> {
  if (rotation !== undefined && rotation.keep > 0) await settle(path, rotation);
  const handle = await open(path, "a+", 0o600).catch((error: unknown) => {
    throw faultOf(path, `the journal file cannot be opened: ${reasonOf(error)}`, error);
  });
  try {
    return targetOf(handle, await prepare(handle, path), rotation && { ...rotation, path });
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function targetOf(
  opened: FileHandle,
  { length: found, canBeCut }: Prepared,
  rotation: (Rotation & { readonly path: string }) | undefined,
): JournalTarget {
  let [handle, length] = [opened, found];
  const isFull = (more: number): boolean =>
    rotation !== undefined && canBeCut && length > 0 && length + more > rotation.bytes;
  return {
    append: async (bytes) => {
      if (rotation !== undefined && isFull(bytes.length)) {
        const begun = await rotate(rotation.path, rotation);
        await handle.close();
        [handle, length] = [begun, 0];
      }
      await handle.appendFile(bytes);
      length += bytes.length;
    },
    mend: () => (canBeCut ? handle.truncate(length) : Promise.resolve()),
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
