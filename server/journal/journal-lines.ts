import { createReadStream } from "node:fs";
import { FileError } from "../document/file-problem.ts";

/** A line of a file, and where it stands there. */
export interface JournalLine {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** Place of its first byte, and how many they are without the end of the line. */
  readonly start: number;
  readonly bytes: number;
  /** Whether it has an end. */
  readonly isWhole: boolean;
}

/** No exchange comes near it: its bodies are bounded. */
const LINE_BYTES_MAX = 1 << 26;

/** A call of the system brings so much. */
const CHUNK_BYTES = 1 << 18;

const NEWLINE = 10;

/** The lines of a file, one after the other, so that a long one needs little memory. */
export async function* linesOf(path: string): AsyncGenerator<JournalLine, void, undefined> {
  let [start, number] = [0, 1];
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunksOf(path)) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE, from)) {
      const bytes = end - from;
      yield { text: rest.toString("utf8", from, end), number, start: start + from, bytes, isWhole: true };
      from = end + 1;
      number += 1;
    }
    rest = rest.subarray(from);
    start += from;
    if (rest.length > LINE_BYTES_MAX) throw lineFault(path, number, "this line is longer than any exchange");
  }
  if (rest.length > 0) yield { text: rest.toString(), number, start, bytes: rest.length, isWhole: false };
}

export function lineFault(file: string, line: number, message: string): FileError {
  return new FileError([{ file, line, column: 1, message }]);
}

/** Says why the file itself cannot be read. */
export function unreadable(file: string, cause: unknown): FileError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
  const message = `the journal file cannot be read: ${REASONS[code] ?? code}`;
  return new FileError([{ file, line: 0, column: 0, message }], { cause });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
};

async function* chunksOf(path: string): AsyncGenerator<Buffer, void, undefined> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) yield chunk as Buffer;
  } catch (error) {
    throw unreadable(path, error);
  }
}
