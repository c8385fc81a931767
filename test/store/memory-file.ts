import type { ReadableFile } from "../../server/store/folder/file-system.ts";

/** A file that is kept in memory, to put texts into. */
export interface MemoryFile extends ReadableFile {
  append(bytes: Uint8Array): void;
  length(): number;
}

export function createMemoryFile(): MemoryFile {
  let content = Buffer.alloc(0);
  return {
    append: (bytes) => {
      content = Buffer.concat([content, bytes]);
    },
    length: () => content.length,
    read: (position, length) => content.subarray(position, position + length),
    close: () => Promise.resolve(),
  };
}
