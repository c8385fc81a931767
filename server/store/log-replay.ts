import { linesIn, type RawLine } from "./line-reader.ts";
import type { LogFormat } from "./log-format.ts";
import type { CommitLine } from "./commit-line.ts";
import { parseLine, type LogLine } from "./log-line.ts";
import { lookUp } from "./order-table.ts";
import type { Slab, StoredText } from "./slab.ts";
import { applyCommit, clearMerchant, type StoreTable } from "./store-table.ts";
import { StoreUnusable } from "./store.ts";

/** A line that could not be used, and its number in the file, from 1. */
export interface DamagedLine {
  readonly number: number;
  readonly bytes: Buffer;
}

/** What reading one file into the table came to. */
export interface Replayed {
  readonly version: number;
  /** Bytes up to the end of the last line that is not a cut one. */
  readonly length: number;
  /** The last line, when it is not a whole one; undefined when it is. */
  readonly cut: DamagedLine | undefined;
  readonly damaged: readonly DamagedLine[];
  /** Whether the line that closes a snapshot was there. */
  readonly complete: boolean;
}

type Progress = { -readonly [member in keyof Omit<Replayed, "damaged">]: Replayed[member] } & {
  readonly damaged: DamagedLine[];
  lines: number;
  /** Bytes of `cut` with its newline, if it has one. */
  cutBytes: number;
};

export interface Replay {
  readonly table: StoreTable;
  readonly format: LogFormat;
}

/** A file of the log: the texts in it stay there. */
export interface LoggedFile {
  readonly name: string;
  readonly slab: Slab;
  readonly chunks: AsyncIterable<Buffer>;
}

export async function replayFile(replay: Replay, file: LoggedFile): Promise<Replayed> {
  const progress: Progress = {
    version: replay.format.version,
    length: 0,
    cut: undefined,
    damaged: [],
    complete: false,
    lines: 0,
    cutBytes: 0,
  };
  for await (const lines of linesIn(file.chunks)) {
    for (const line of lines) takeLine(replay, file, progress, line);
  }
  return progress;
}

function takeLine({ table, format }: Replay, file: LoggedFile, progress: Progress, raw: RawLine): void {
  acceptCut(progress);
  progress.lines += 1;
  const here = { number: progress.lines, bytes: raw.bytes };
  const bytes = raw.bytes.length + (raw.ended ? 1 : 0);
  const place = { slab: file.slab, start: progress.length };
  const line = raw.ended ? parseLine(raw.bytes, place, { version: progress.version, format }) : undefined;
  if (line === undefined) {
    progress.cut = here;
    progress.cutBytes = bytes;
    return;
  }
  if (line.kind === "header") progress.version = knownVersion(line.version, file.name, format);
  progress.length += bytes;
  progress.complete = line.kind === "end";
  if (!apply(table, line)) progress.damaged.push(here);
}

/** A broken line with another one behind it was not cut: it is damaged. */
function acceptCut(progress: Progress): void {
  if (progress.cut === undefined) return;
  progress.damaged.push(progress.cut);
  progress.length += progress.cutBytes;
  progress.cut = undefined;
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
  if (line.kind !== "commit") return true;
  const isWhole = follows(table, line);
  applyCommit(table, isWhole ? line : { ...line, order: undefined }, 0, []);
  return isWhole;
}

function follows({ orders }: StoreTable, { merchantId, order }: CommitLine<StoredText>): boolean {
  if (order === undefined || order.from === 0) return true;
  return order.from === lookUp(orders, { merchantId, orderId: order.orderId }).entry?.count;
}
