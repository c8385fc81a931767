import { constants, createReadStream, readSync } from "node:fs";
import { open, readdir, rename, rm } from "node:fs/promises";

/** An open file that only ever grows at its end, or is cut back. */
export interface LogFile {
  append(bytes: Uint8Array): Promise<void>;
  datasync(): Promise<void>;
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
}

/** A file that parts are read of at once, for as long as it is open, whatever its name is by then. */
export interface ReadableFile {
  /** Fewer bytes when the file ends before. */
  read(position: number, length: number): Buffer;
  close(): Promise<void>;
}

/** The file operations of the log, as a port: the tests make the n-th one fail. */
export interface FileSystem {
  list(folder: string): Promise<readonly string[]>;
  read(path: string): AsyncIterable<Buffer>;
  /** `new` must not exist yet and is readable by the owner only; `existing` must exist. */
  open(path: string, mode: "new" | "existing"): Promise<LogFile>;
  openToRead(path: string): Promise<ReadableFile>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes names that were created, renamed or removed in the folder survive a power cut. */
  syncFolder(folder: string): Promise<void>;
}

const READ_BYTES = 1 << 20;

export const realFileSystem: FileSystem = {
  list: (folder) => readdir(folder),
  read: (path) => createReadStream(path, { highWaterMark: READ_BYTES }),
  open: async (path, mode) => {
    const handle = await open(path, mode === "new" ? "ax" : constants.O_WRONLY | constants.O_APPEND, 0o600);
    return {
      append: (bytes) => handle.appendFile(bytes),
      datasync: () => handle.datasync(),
      truncate: (length) => handle.truncate(length),
      close: () => handle.close(),
    };
  },
  openToRead: async (path) => {
    const handle = await open(path, "r");
    return {
      read: (position, length) => {
        const bytes = Buffer.allocUnsafe(length);
        return bytes.subarray(0, readSync(handle.fd, bytes, 0, length, position));
      },
      close: () => handle.close(),
    };
  },
  rename: (from, to) => rename(from, to),
  remove: (path) => rm(path, { force: true }),
  syncFolder,
};

export async function syncFolder(folder: string): Promise<void> {
  // Windows can neither open nor sync a folder; its file system journals names by itself.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function closeAll(files: readonly ReadableFile[]): Promise<void> {
  await Promise.all(files.map((file) => file.close()));
}
