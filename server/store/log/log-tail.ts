import { unwritten, type CommitLine } from "../lines/commit-line.ts";
import { cursorOver, roomOf, type Cursor, type LooseText, write } from "../lines/slab.ts";
import { behind, NO_LINES, type Link } from "../lines/log-chain.ts";
import { crcBefore, formatLine, mostLineBytesOf, writeLine } from "../lines/log-line.ts";
import type { EvictLine, ResetLine } from "../lines/log-line.ts";
import type { Run, Slab, StoredText } from "../lines/slab.ts";

/**
 * The end of the log in memory: the lines that are not on disk yet, and the last ones that are, as what was written
 * last is most likely to be read next. Older lines are read from their file.
 */
export interface LogTail {
  /** Writes the commit's line behind the others. */
  put(commit: CommitLine<LooseText>): CommitLine<StoredText>;
  /** Writes a line that holds no texts. */
  putPlain(line: EvictLine | ResetLine): void;
  /** What was put since it was taken last. */
  take(): Taken;
  /** What was taken is on disk: older lines may leave the memory. */
  written(taken: Taken): void;
  /** The next line will not stand behind those that were taken. */
  startAnew(): void;
  /** Nobody asks any more for what is not on disk. */
  forget(): void;
}

/** Lines on their way to the disk. */
export interface Taken {
  readonly runs: readonly Run[];
  /** The last of them. */
  readonly last: Link;
}

export interface TailSize {
  /** What is allocated at a time; a larger line gets a slab of its own. */
  readonly slabBytes: number;
  /** So much stays in memory that is on disk. */
  readonly keptBytes: number;
}

export const TAIL_SIZE: TailSize = { slabBytes: 1 << 18, keptBytes: 1 << 23 };

interface KeptSlab {
  readonly slab: Slab;
  readonly bytes: number;
}

interface Tail {
  readonly size: TailSize;
  cursor: Cursor | undefined;
  /** Where in the cursor's slab begins what was not taken yet. */
  taken: number;
  runs: Run[];
  /** The last line that was put, and the last one that is on disk. */
  last: Link;
  onDisk: Link;
  /** The slabs in memory, the oldest first. */
  kept: readonly KeptSlab[];
  keptBytes: number;
}

/** `last` is the last line on disk. */
export function createLogTail(size: TailSize, last: Link = NO_LINES): LogTail {
  const begun = { cursor: undefined, taken: 0, runs: [], kept: [], keptBytes: 0 };
  const tail: Tail = { size, ...begun, last, onDisk: last };
  return {
    put: (commit) => {
      const line = unwritten(commit, behind(tail.last));
      const cursor = cursorFor(tail, mostLineBytesOf(line));
      const written = writeLine(cursor, line);
      lengthen(tail, cursor);
      return written;
    },
    putPlain: (plain) => {
      const line = formatLine({ ...plain, ...behind(tail.last) });
      const cursor = cursorFor(tail, line.length);
      write(cursor, line);
      lengthen(tail, cursor);
    },
    take: () => {
      endRun(tail);
      return { runs: tail.runs.splice(0), last: tail.last };
    },
    written: (taken) => {
      tail.onDisk = taken.last;
      const last = taken.runs.at(-1);
      if (last !== undefined) dropBefore(tail, last.slab);
    },
    startAnew: () => {
      tail.cursor = undefined;
    },
    forget: () => {
      tail.cursor = undefined;
      tail.runs = [];
      tail.last = tail.onDisk;
      drop(tail, ({ slab }) => slab.file === undefined);
    },
  };
}

/** The chain goes on from the line that was just written. */
function lengthen(tail: Tail, { bytes, end }: Cursor): void {
  tail.last = { n: tail.last.n + 1, crc: crcBefore(bytes, end) };
}

function cursorFor(tail: Tail, bytes: number): Cursor {
  if (tail.cursor !== undefined && roomOf(tail.cursor) >= bytes) return tail.cursor;
  endRun(tail);
  // Not from Node's pool, which would stay alive as long as any of its parts.
  const cursor = cursorOver(Buffer.allocUnsafeSlow(Math.max(tail.size.slabBytes, bytes)));
  tail.kept = [...tail.kept, { slab: cursor.slab, bytes: cursor.bytes.length }];
  tail.keptBytes += cursor.bytes.length;
  tail.cursor = cursor;
  tail.taken = 0;
  return cursor;
}

function endRun(tail: Tail): void {
  if (tail.cursor === undefined || tail.cursor.end === tail.taken) return;
  tail.runs.push({ slab: tail.cursor.slab, from: tail.taken, to: tail.cursor.end });
  tail.taken = tail.cursor.end;
}

/** Lines are written in their order: whatever stands before a slab that was written is on disk, or was forgotten. */
function dropBefore(tail: Tail, last: Slab): void {
  let isBefore = true;
  drop(tail, ({ slab }) => {
    isBefore &&= slab !== last;
    return isBefore && tail.keptBytes > tail.size.keptBytes;
  });
}

function drop(tail: Tail, isLeaving: (kept: KeptSlab) => boolean): void {
  tail.kept = tail.kept.filter((kept) => {
    if (!isLeaving(kept)) return true;
    tail.keptBytes -= kept.bytes;
    kept.slab.bytes = undefined;
    return false;
  });
}
