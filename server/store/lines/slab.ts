import { reasonOf } from "../../domain/thrown.ts";
import type { ReadableFile } from "../folder/file-system.ts";
import { StoreUnavailable } from "../store.ts";

/** Bytes that stand behind each other in memory, in a file, or in both; a whole file is one too. */
export interface Slab {
  /** Undefined when they are in the file only. */
  bytes: Buffer | undefined;
  /** Undefined until they are on disk. */
  file: ReadableFile | undefined;
  /** Where the first of them stands in the file. */
  position: number;
}

/** A JSON text that the store holds. What it says never changes; where it stands does, when the log is compacted. */
export interface StoredText {
  slab: Slab;
  /** Counted from the start of the slab. */
  start: number;
  length: number;
  /** The text that it goes on from, with a comma between them. */
  before: StoredText | undefined;
}

const COMMA = Buffer.from(",");
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** The text as a whole. It may be a view of a slab, so it is for at once, not for keeping. */
export function bytesOf(text: StoredText): Buffer {
  return bytesBehind(text, undefined);
}

/** What of the text stands behind a text that it goes on from; undefined: all of it. For at once, too. */
export function bytesBehind(text: StoredText, known: StoredText | undefined): Buffer {
  if (text.before === known) return pieceOf(text);
  const pieces: Buffer[] = [];
  for (
    let piece: StoredText | undefined = text;
    piece !== undefined && piece !== known;
    piece = piece.before
  ) {
    if (pieces.length > 0) pieces.push(COMMA);
    pieces.push(pieceOf(piece));
  }
  return Buffer.concat(pieces.reverse());
}

/** How many bytes it has as a whole. */
export function lengthOf(text: StoredText): number {
  let length = text.length;
  for (let { before } = text; before !== undefined; { before } = before)
    length += before.length + COMMA.length;
  return length;
}

/** From now on the whole text stands there, in one piece. */
export function moveText(text: StoredText, slab: Slab, start: number): void {
  text.length = lengthOf(text);
  text.slab = slab;
  text.start = start;
  text.before = undefined;
}

function pieceOf({ slab, start, length }: StoredText): Buffer {
  if (slab.bytes !== undefined) return slab.bytes.subarray(start, start + length);
  if (slab.file === undefined) throw new Error("a text is neither in memory nor on disk");
  return readPiece(slab.file, slab.position + start, length);
}

/** The checksum was right when it was written or the log was opened; that somebody wrote into the file since shows here. */
function readPiece(file: ReadableFile, position: number, length: number): Buffer {
  let bytes: Buffer;
  try {
    bytes = file.read(position, length);
  } catch (error) {
    throw new StoreUnavailable(`the store cannot read now: ${reasonOf(error)}`, { cause: error });
  }
  if (bytes.length === length && bytes[0] === OPEN && bytes[length - 1] === CLOSE) return bytes;
  throw new StoreUnavailable("the store cannot read now: another process changed a file of its data folder");
}

/** A text that stands nowhere yet. */
export type LooseText = string | Buffer;

/** Where the next bytes go. */
export interface Cursor {
  readonly slab: Slab;
  /** The slab's own. */
  readonly bytes: Buffer;
  end: number;
}

/** UTF-8 takes no more for a unit of a string. */
const UNIT_BYTES_MAX = 3;

export function cursorOver(bytes: Buffer): Cursor {
  return { slab: { bytes, file: undefined, position: 0 }, bytes, end: 0 };
}

export function mostBytesOf(text: LooseText): number {
  return typeof text === "string" ? text.length * UNIT_BYTES_MAX : text.length;
}

export function roomOf({ bytes, end }: Cursor): number {
  return bytes.length - end;
}

/** Writes the text, for which there must be room. */
export function write(cursor: Cursor, text: LooseText): void {
  if (typeof text === "string") {
    cursor.end += cursor.bytes.write(text, cursor.end);
    return;
  }
  cursor.bytes.set(text, cursor.end);
  cursor.end += text.length;
}

/** Writes the text and says where it stands. */
export function writeText(cursor: Cursor, text: LooseText): StoredText {
  const start = cursor.end;
  write(cursor, text);
  return { slab: cursor.slab, start, length: cursor.end - start, before: undefined };
}

/** Bytes of one slab that go to the log together. */
export interface Run {
  readonly slab: Slab;
  readonly from: number;
  readonly to: number;
}

export function bytesIn({ slab, from, to }: Run): Buffer {
  if (slab.bytes === undefined) throw new Error("a slab was freed before it was written");
  return slab.bytes.subarray(from, to);
}

/** The texts of the runs, which stand behind each other in the file from the position on, can be read there from now on. */
export function settle(runs: readonly Run[], file: ReadableFile, position: number): void {
  let at = position;
  for (const { slab, from, to } of runs) {
    if (slab.file === undefined) {
      slab.file = file;
      slab.position = at - from;
    }
    at += to - from;
  }
}
