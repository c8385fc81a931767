import type { Slab, StoredText } from "./slab.ts";

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
