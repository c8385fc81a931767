import { crc32 } from "node:zlib";
import type { RecordKind, ResetScope } from "../store.ts";
import {
  parseCommit,
  type CommitLine,
  type LinePlace,
  type UnwrittenCommit,
  writeCommit,
} from "./commit-line.ts";
import type { Link, Numbered } from "./log-chain.ts";
import { cursorOver, mostBytesOf, type Cursor, write } from "./slab.ts";
import type { StoredText } from "./slab.ts";

/** The first line of a file. */
export interface HeaderLine {
  readonly kind: "header";
  readonly version: number;
  readonly generation: number;
  /** Check value of the secret that the data belongs to; as of version 4. */
  readonly key?: string;
  /** The line that a log goes on from, and that a snapshot goes up to; as of version 4. */
  readonly after?: Link;
}

/** Everything of the merchant that the scope names is forgotten. */
export interface ResetLine extends ResetScope, Partial<Numbered> {
  readonly kind: "reset";
  readonly merchantId: string;
}

/** The merchant's oldest orders are forgotten, up to this one; as of version 5. */
export interface EvictLine extends Partial<Numbered> {
  readonly kind: "evict";
  readonly merchantId: string;
  readonly through: string;
}

/**
 * A line that holds no texts. `end` closes a snapshot, so that a cut one is noticed; `stop` says, in a file of its own,
 * how far the log went when it was closed; `probe` says nothing, and is read as releases before version 4 wrote it.
 */
export type PlainLine =
  | HeaderLine
  | ResetLine
  | EvictLine
  | { readonly kind: "end"; readonly lines: number }
  | { readonly kind: "stop"; readonly after: Link }
  | { readonly kind: "probe" };

/** One line of the log or of a snapshot. */
export type LogLine = CommitLine<StoredText> | PlainLine;

/** A line as it was read. */
export interface ReadLine {
  readonly line: LogLine;
  /** Its place in the chain; undefined when it has none. */
  readonly numbered: Numbered | undefined;
  readonly crc: string;
}

/** Every line ends with the checksum of what stands before it, and is still one JSON object. */
const SEAL = ',"crc":"00000000"}';
const SEAL_LINE_BYTES = SEAL.length + "\n".length;
const FIRST_DIGIT = SEAL.indexOf("0");
const LAST_DIGIT = SEAL.lastIndexOf("0");
const DIGITS = Buffer.from("0123456789abcdef");

/** What stands behind the digits of a line's checksum. */
const BEHIND_DIGITS = SEAL.length - 1 - LAST_DIGIT + "\n".length;
const DIGITS_COUNT = LAST_DIGIT - FIRST_DIGIT + 1;

/** The checksum of the line that ends, with its newline, at the place. */
export function crcBefore(bytes: Buffer, end: number): string {
  const digitsEnd = end - BEHIND_DIGITS;
  return bytes.toString("latin1", digitsEnd - DIGITS_COUNT, digitsEnd);
}

/** The line's bytes, with its newline. */
export function formatLine(line: PlainLine): Buffer {
  const body = JSON.stringify(line).slice(0, -1);
  const cursor = cursorOver(Buffer.allocUnsafe(mostBytesOf(body) + SEAL_LINE_BYTES));
  write(cursor, body);
  seal(cursor, 0);
  return cursor.bytes.subarray(0, cursor.end);
}

/** The commit's line takes no more bytes, with its newline. */
export function mostLineBytesOf({ mostBytes }: UnwrittenCommit): number {
  return mostBytes + SEAL_LINE_BYTES;
}

/** Writes the commit's line, with its newline; the texts of the commit that is returned stand there. */
export function writeLine(cursor: Cursor, line: UnwrittenCommit): CommitLine<StoredText> {
  const from = cursor.end;
  const written = writeCommit(cursor, line);
  seal(cursor, from);
  return written;
}

function seal(cursor: Cursor, from: number): void {
  write(cursor, sealOf(cursor.bytes.subarray(from, cursor.end)));
  write(cursor, "\n");
}

/** The bytes that each seal is made in: there is one to make for every line, and a million lines may be opened. */
const sealBytes = Buffer.from(SEAL);

/** The seal of the body, until the next one is made. */
function sealOf(body: Buffer): Buffer {
  let rest = crc32(body);
  for (let at = LAST_DIGIT; at >= FIRST_DIGIT; at -= 1) {
    sealBytes[at] = DIGITS[rest & 15] ?? 0;
    rest >>>= 4;
  }
  return sealBytes;
}

/** The line that the bytes (without newline) at the place mean; undefined when they are damaged. */
export function parseLine(bytes: Buffer, place: LinePlace, written: WrittenIn): ReadLine | undefined {
  const body = bytes.subarray(0, Math.max(0, bytes.length - SEAL.length));
  if (sealOf(body).compare(bytes, body.length) !== 0) return undefined;
  const crc = crcBefore(bytes, bytes.length + "\n".length);
  return written.version < written.format.version
    ? migratedLine(body, written, crc)
    : meaningOf(body, place, crc);
}

/** The version of a file, and the format that it is read with. */
export interface WrittenIn {
  readonly version: number;
  readonly format: LogFormat;
}

/** No file has these bytes, until a snapshot does. */
function migratedLine(body: Buffer, { version, format }: WrittenIn, crc: string): ReadLine {
  const bytes = Buffer.from(migrated(`${body.toString()}}`, version, format).slice(0, -1));
  return meaningOf(bytes, { slab: { bytes, file: undefined, position: 0 }, start: 0 }, crc);
}

function meaningOf(body: Buffer, place: LinePlace, crc: string): ReadLine {
  const commit = parseCommit(body, place);
  if (commit !== undefined) return { line: commit.line, numbered: numberedBy(commit), crc };
  const line = JSON.parse(`${body.toString()}}`) as PlainLine;
  if (line.kind === "evict") return { line, numbered: numberedBy(line), crc };
  if (line.kind !== "reset") return { line, numbered: undefined, crc };
  return { line: { ...RESET_BEFORE_VERSION_3, ...line }, numbered: numberedBy(line), crc };
}

function numberedBy({ n, prev }: { readonly n?: number | undefined; readonly prev?: string | undefined }) {
  return n === undefined || prev === undefined ? undefined : { n, prev };
}

const KINDS_BEFORE_VERSION_3: readonly RecordKind[] = [
  "session",
  "token",
  "token-of-card",
  "risk-assessment",
  "browser-payment",
  "checkout",
];

/** Until version 2 a reset did not say what it forgot; also when the header that tells the version is damaged. */
const RESET_BEFORE_VERSION_3: ResetScope = { orders: true, kinds: KINDS_BEFORE_VERSION_3 };

/** Turns the JSON text of one line of a version into that of the next version. */
type LineMigration = (json: string) => string;

/** How the lines of the log and of its snapshots are written; every file names its version in its first line. */
export interface LogFormat {
  readonly version: number;
  /** By the version that they start from. A file of an older version is migrated when it is read. */
  readonly migrations: ReadonlyMap<number, LineMigration>;
}

/**
 * Version 1 knew orders only. Version 2 has records beside them, in the same line: the kind `order` is now `commit`,
 * and the end of a snapshot counts lines. A line of version 1 is also understood when its header is damaged.
 */
const TO_VERSION_2: LineMigration = (json) =>
  json
    .replace(/^\{"kind":"order",/, '{"kind":"commit",')
    .replace(/^\{"kind":"end","orders":/, '{"kind":"end","lines":');

/**
 * In version 3 a reset names what it forgets. Lines of version 2 read as they are; the new number keeps releases out
 * that would forget everything.
 */
const TO_VERSION_3: LineMigration = (json) => json;

/**
 * In version 4 every line that changes something has a number and the checksum of the one before it, and a first line
 * says which line its file goes on from. Lines of version 3 say nothing of that and read as they are; their numbers
 * begin with the snapshot that replaces them.
 */
const TO_VERSION_4: LineMigration = (json) => json;

/**
 * In version 5 a line can say that the oldest orders were evicted. Lines of version 4 read as they are; the new number keeps
 * releases out that would bring these orders back.
 */
const TO_VERSION_5: LineMigration = (json) => json;

export const LOG_FORMAT: LogFormat = {
  version: 5,
  migrations: new Map([
    [1, TO_VERSION_2],
    [2, TO_VERSION_3],
    [3, TO_VERSION_4],
    [4, TO_VERSION_5],
  ]),
};

/** The JSON text of a line of an older version as the current version writes it. */
function migrated(json: string, version: number, format: LogFormat): string {
  let text = json;
  for (let from = version; from < format.version; from += 1) {
    const migration = format.migrations.get(from);
    if (migration === undefined) throw new Error(`there is no migration from version ${from} of the log`);
    text = migration(text);
  }
  return text;
}
