import { createReadStream } from "node:fs";
import { FileError } from "../document/file-problem.ts";
import { codeOf, reasonOf } from "../domain/thrown.ts";

/** A line of a file, and where it stands there. */
export interface JournalLine extends Omit<RawLine, "line"> {
  readonly text: string;
}

interface RawLine {
  /** Without its end; a view of what was read, so it is for at once. */
  readonly line: Buffer;
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

/** The lines of a file from a byte on, one after the other, so that a long one needs little memory. */
export async function* linesOf(path: string, from = 0): AsyncGenerator<JournalLine, void, undefined> {
  for await (const { line, ...place } of rawLinesOf(path, from)) yield { text: line.toString(), ...place };
}

/** The same, still as bytes. */
export async function* rawLinesOf(path: string, from = 0): AsyncGenerator<RawLine, void, undefined> {
  let [start, number] = [from, 1];
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunksOf(path, from)) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let begin = 0;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE, begin)) {
      const bytes = end - begin;
      yield { line: rest.subarray(begin, end), number, start: start + begin, bytes, isWhole: true };
      begin = end + 1;
      number += 1;
    }
    rest = rest.subarray(begin);
    start += begin;
    if (rest.length > LINE_BYTES_MAX) throw lineFault(path, number, "this line is longer than any exchange");
  }
  if (rest.length > 0) yield { line: rest, number, start, bytes: rest.length, isWhole: false };
}

/** Says what is wrong with a line of the file. */
export function lineFault(file: string, line: number, message: string): FileError {
  return new FileError([{ file, line, column: 1, message }]);
}

/** Says why the file itself cannot be read. */
export function unreadable(file: string, cause: unknown): FileError {
  const code = codeOf(cause) ?? reasonOf(cause);
  const message = `the journal file cannot be read: ${REASONS[code] ?? code}`;
  return new FileError([{ file, line: 0, column: 0, message }], { cause });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "file not found",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
};

async function* chunksOf(path: string, start: number): AsyncGenerator<Buffer, void, undefined> {
  try {
    const stream = createReadStream(path, { highWaterMark: CHUNK_BYTES, start });
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    throw unreadable(path, error);
  }
}
