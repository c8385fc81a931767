import { setImmediate as turn } from "node:timers/promises";
import type { ReadableFile } from "../folder/file-system.ts";
import { createFile, snapshotName, type LogPlace } from "./log-files.ts";
import { moveText } from "../lines/slab.ts";
import { slicesOf, type SlicedSnapshot } from "./snapshot-slices.ts";
import { textsOf, type TableView } from "../tables/table-view.ts";

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
