import type { ReadableFile } from "../folder/file-system.ts";
import type { Slab } from "../lines/slab.ts";

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
