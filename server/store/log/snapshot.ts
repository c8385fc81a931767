import { setImmediate as turn } from "node:timers/promises";
import type { ReadableFile } from "../folder/file-system.ts";
import { type CommitLine, unwritten } from "../lines/commit-line.ts";
import { behind, NO_LINES } from "../lines/log-chain.ts";
import { crcBefore, formatLine, mostLineBytesOf, type HeaderLine, writeLine } from "../lines/log-line.ts";
import { cursorOver, moveText, roomOf, type Cursor, write } from "../lines/slab.ts";
import type { StoredText } from "../lines/slab.ts";
import { commitsOf, textsOf, type TableView } from "../tables/table-view.ts";
import { createFile, snapshotName, type LogPlace } from "./log-files.ts";

/** Moved at once; commits get their turn in between. */
const TURN_TEXTS = 10_000;

/** Thrown to end a snapshot early when the store closes; the logs it would have replaced stay. */
export class SnapshotStopped extends Error {
  override readonly name = "SnapshotStopped";
}

export interface SnapshotOrder extends SlicedSnapshot {
  readonly stopped: () => boolean;
}

export interface Snapshot {
  readonly bytes: number;
  /** Where in its file each text of the view begins, in their order. */
  readonly starts: readonly number[];
}

/** Writes the view as the snapshot of the generation that the header names. */
export async function writeSnapshot(place: LogPlace, order: SnapshotOrder): Promise<Snapshot> {
  const all: number[] = [];
  let length = 0;
  await createFile(place, snapshotName(order.header.generation), async (append) => {
    for (const { bytes, starts } of slicesOf(order)) {
      if (order.stopped()) throw new SnapshotStopped();
      await append(bytes);
      for (const start of starts) all.push(length + start);
      length += bytes.length;
    }
  });
  return { bytes: length, starts: all };
}

/** From now on the texts of the view are read from its snapshot. */
export async function moveTexts(view: TableView, { starts }: Snapshot, file: ReadableFile): Promise<void> {
  const slab = { bytes: undefined, file, position: 0 };
  let moved = 0;
  for (const text of textsOf(view)) {
    const start = starts[moved];
    if (start === undefined) throw new Error("a text of the view is missing from its snapshot");
    moveText(text, slab, start);
    moved += 1;
    if (moved % TURN_TEXTS === 0) await turn();
  }
}

/** Written and synced at once; commits get their turn between two slices. */
const SLICE_BYTES = 1 << 18;

/** Lines of a snapshot that are written together. */
interface SnapshotSlice {
  readonly bytes: Buffer;
  /** Where in these bytes each of their texts begins. */
  readonly starts: readonly number[];
}

interface SlicedSnapshot {
  readonly header: HeaderLine;
  readonly view: TableView;
}

function* slicesOf({ header, view }: SlicedSnapshot): Generator<SnapshotSlice> {
  let cursor = sliceOf(SLICE_BYTES);
  let starts: number[] = [];
  let last = NO_LINES;
  write(cursor, formatLine(header));
  for (const commit of commitsOf(view)) {
    const line = unwritten(commit, behind(last));
    const mostBytes = mostLineBytesOf(line);
    if (roomOf(cursor) < mostBytes) {
      yield { bytes: writtenIn(cursor), starts };
      cursor = sliceOf(Math.max(SLICE_BYTES, mostBytes));
      starts = [];
    }
    starts.push(startOf(writeLine(cursor, line)));
    last = { n: last.n + 1, crc: crcBefore(cursor.bytes, cursor.end) };
  }
  yield { bytes: Buffer.concat([writtenIn(cursor), formatLine({ kind: "end", lines: last.n })]), starts };
}

function sliceOf(bytes: number): Cursor {
  return cursorOver(Buffer.allocUnsafeSlow(bytes));
}

function writtenIn({ bytes, end }: Cursor): Buffer {
  return bytes.subarray(0, end);
}

/** The commits of a view have one text each. */
function startOf({ order, records }: CommitLine<StoredText>): number {
  const text = order?.text ?? records[0]?.text;
  if (text === undefined) throw new Error("a commit of a snapshot holds no text");
  return text.start;
}
