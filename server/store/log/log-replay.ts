import type { CommitLine } from "../lines/commit-line.ts";
import { takeLink, takeNumbered, type ReadChain } from "../lines/log-chain.ts";
import type { LogFormat } from "../lines/log-line.ts";
import { parseLine, type HeaderLine, type LogLine, type ReadLine } from "../lines/log-line.ts";
import type { Slab, StoredText } from "../lines/slab.ts";
import { StoreUnusable } from "../store.ts";
import { evictOrders, lookUp } from "../tables/order-table.ts";
import { applyCommit, clearMerchant, type StoreTable } from "../tables/store-table.ts";

/** A line that could not be used, and its number in the file, from 1. */
export interface DamagedLine {
  readonly number: number;
  readonly bytes: Buffer;
}

/** Lines that are not there. */
export interface Gap {
  /** The number in the file, from 1, of the line that they should stand before. */
  readonly line: number;
  readonly count: number;
}

/** What reading one file into the table came to. */
export interface Replayed {
  readonly version: number;
  /** Undefined when the file has none that can be read. */
  readonly header: HeaderLine | undefined;
  /** Whether the first line is a header or damaged. A file is made with one, so that it was lost otherwise. */
  readonly begins: boolean;
  /** Bytes up to the end of the last line that is not a cut one. */
  readonly length: number;
  /** Lines that end, and a cut one. */
  readonly lines: number;
  /** The last line, when the file ends within it; undefined when it does not. */
  readonly cut: DamagedLine | undefined;
  readonly damaged: readonly DamagedLine[];
  readonly gaps: readonly Gap[];
  /** Whether the line that closes a snapshot was there. */
  readonly complete: boolean;
}

type Progress = { -readonly [member in keyof Omit<Replayed, "damaged" | "gaps">]: Replayed[member] } & {
  readonly damaged: DamagedLine[];
  readonly gaps: Gap[];
  readonly chain: ReadChain;
  /** Commits and lines that may have been some. */
  commits: number;
};

export interface Replay {
  readonly table: StoreTable;
  readonly format: LogFormat;
  /** Check value of the secret that is in use. */
  readonly key: string;
}

/** A file of the log: the texts in it stay there. */
export interface LoggedFile {
  readonly name: string;
  readonly kind: "snapshot" | "log";
  readonly slab: Slab;
  readonly chunks: AsyncIterable<Buffer>;
}

/** The chain is that of all logs; a snapshot has one of its own. */
export async function replayFile(replay: Replay, file: LoggedFile, chain: ReadChain): Promise<Replayed> {
  const progress: Progress = {
    version: replay.format.version,
    header: undefined,
    begins: false,
    length: 0,
    lines: 0,
    cut: undefined,
    damaged: [],
    gaps: [],
    complete: false,
    chain,
    commits: 0,
  };
  for await (const lines of linesIn(file.chunks)) {
    for (const line of lines) takeLine(replay, file, progress, line);
  }
  return progress;
}

function takeLine(replay: Replay, file: LoggedFile, progress: Progress, raw: RawLine): void {
  progress.lines += 1;
  const here = { number: progress.lines, bytes: raw.bytes };
  if (!raw.ended) {
    progress.cut = here;
    return;
  }
  const place = { slab: file.slab, start: progress.length };
  const { format } = replay;
  const read = parseLine(raw.bytes, place, { version: progress.version, format });
  progress.length += raw.bytes.length + 1;
  progress.complete = read?.line.kind === "end";
  if (progress.lines === 1) progress.begins = read === undefined || read.line.kind === "header";
  if (read === undefined) {
    progress.commits += 1;
    progress.chain.damaged += 1;
    progress.damaged.push(here);
    return;
  }
  if (read.line.kind === "header") takeHeader(replay, file, progress, read.line);
  if (!takePlace(progress, file, read) || !apply(replay.table, read.line)) progress.damaged.push(here);
}

function takeHeader(
  { format, key }: Replay,
  { name }: LoggedFile,
  progress: Progress,
  header: HeaderLine,
): void {
  progress.version = knownVersion(header.version, name, format);
  progress.header = header;
  if (header.key === undefined || header.key === key) return;
  throw new StoreUnusable(
    `secret.key is not the one that ${name} was written with; restore it from a backup, or choose another data folder`,
  );
}

/** Whether the line stands where it belongs, and not once more or too late. */
function takePlace(progress: Progress, { kind }: LoggedFile, { line, numbered, crc }: ReadLine): boolean {
  if (line.kind === "commit") progress.commits += 1;
  let missing: number | undefined = 0;
  if (numbered !== undefined) missing = takeNumbered(progress.chain, numbered, crc);
  else if (line.kind === "end") missing = missingOf(progress, line.lines);
  else if (line.kind === "header" && line.after !== undefined && kind === "log") {
    missing = takeLink(progress.chain, line.after);
  }
  if (missing !== undefined && missing > 0) progress.gaps.push({ line: progress.lines, count: missing });
  return missing !== undefined;
}

/** Of a snapshot that holds so many lines. */
function missingOf({ commits, gaps }: Progress, lines: number): number {
  return Math.max(
    0,
    gaps.reduce((rest, { count }) => rest - count, lines - commits),
  );
}

function knownVersion(version: number, name: string, format: LogFormat): number {
  if (version <= format.version) return version;
  throw new StoreUnusable(
    `${name} was written by a newer release of the sandbox (log format ${version}, this release reads up to ` +
      `${format.version}); start that release, or choose another data folder`,
  );
}

/**
 * Whether the line could be used as a whole: transactions that follow lost ones are set aside with them. Its records
 * count all the same, as each says all there is to say of it.
 */
function apply(table: StoreTable, line: LogLine): boolean {
  if (line.kind === "reset") clearMerchant(table, line, 0, []);
  if (line.kind === "evict")
    evictOrders(table.orders, { merchantId: line.merchantId, orderId: line.through }, 0);
  if (line.kind !== "commit") return true;
  const isWhole = follows(table, line);
  applyCommit(table, isWhole ? line : { ...line, order: undefined }, 0, []);
  return isWhole;
}

function follows({ orders }: StoreTable, { merchantId, order }: CommitLine<StoredText>): boolean {
  if (order === undefined || order.from === 0) return true;
  return order.from === lookUp(orders, { merchantId, orderId: order.orderId }).entry?.count;
}

/** A line without its newline; `ended` is false when the file ends before the newline. */
interface RawLine {
  readonly bytes: Buffer;
  readonly ended: boolean;
}

const NEWLINE = 10;

/** The lines of a file, as many at a time as a chunk of it holds. */
async function* linesIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly RawLine[]> {
  let open: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(NEWLINE);
    if (end < 0) {
      open.push(chunk);
      continue;
    }
    yield split(Buffer.concat([...open, chunk.subarray(0, end + 1)]));
    open = end + 1 === chunk.length ? [] : [chunk.subarray(end + 1)];
  }
  if (open.length > 0) yield [{ bytes: Buffer.concat(open), ended: false }];
}

function split(bytes: Buffer): RawLine[] {
  const lines: RawLine[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(NEWLINE, start);
    lines.push({ bytes: bytes.subarray(start, end), ended: true });
    start = end + 1;
  }
  return lines;
}
