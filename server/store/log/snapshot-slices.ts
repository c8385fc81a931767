import { unwritten, type CommitLine } from "../lines/commit-line.ts";
import { cursorOver, roomOf, write, type Cursor } from "../lines/cursor.ts";
import { behind, NO_LINES } from "../lines/log-chain.ts";
import { crcBefore, formatLine, mostLineBytesOf, writeLine, type HeaderLine } from "../lines/log-line.ts";
import type { StoredText } from "../lines/slab.ts";
import { commitsOf, type TableView } from "../tables/table-view.ts";

/** Written and synced at once; commits get their turn between two slices. */
const SLICE_BYTES = 1 << 18;

/** Lines of a snapshot that are written together. */
export interface SnapshotSlice {
  readonly bytes: Buffer;
  /** Where in these bytes each of their texts begins. */
  readonly starts: readonly number[];
}

export interface SlicedSnapshot {
  readonly header: HeaderLine;
  readonly view: TableView;
}

export function* slicesOf({ header, view }: SlicedSnapshot): Generator<SnapshotSlice> {
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
