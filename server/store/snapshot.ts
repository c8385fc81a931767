import { createFile, snapshotName, type LogPlace } from "./log-files.ts";
import { formatLine } from "./log-line.ts";
import { headerOf } from "./log-segment.ts";
import { linesOf, type TableView } from "./table-view.ts";

/** Written and synced at once; commits get their turn between two slices. */
const SLICE_BYTES = 1 << 20;

/** Thrown to end a snapshot early when the store closes; the logs it would have replaced stay. */
export class SnapshotStopped extends Error {
  override readonly name = "SnapshotStopped";
}

export interface SnapshotOrder {
  readonly generation: number;
  readonly version: number;
  readonly view: TableView;
  readonly stopped: () => boolean;
}

/** Writes the view as the snapshot of a generation and returns its size in bytes. */
export async function writeSnapshot(place: LogPlace, order: SnapshotOrder): Promise<number> {
  let bytes = 0;
  await createFile(place, snapshotName(order.generation), async (append) => {
    for (const slice of slicesOf(order)) {
      if (order.stopped()) throw new SnapshotStopped();
      await append(slice);
      bytes += slice.length;
    }
  });
  return bytes;
}

function* slicesOf({ generation, version, view }: SnapshotOrder): Generator<Buffer> {
  let slice = [headerOf(generation, version)];
  let size = 0;
  let lines = 0;
  for (const line of linesOf(view)) {
    slice.push(line);
    size += line.length;
    lines += 1;
    if (size < SLICE_BYTES) continue;
    yield Buffer.concat(slice);
    slice = [];
    size = 0;
  }
  yield Buffer.concat([...slice, formatLine({ kind: "end", lines })]);
}
