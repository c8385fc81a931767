import { constants, createReadStream, readSync, statSync, write } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { codeOf, reasonOf } from "../../domain/thrown.ts";
import type { StoreLog } from "../store-log.ts";
import { StoreUnusable } from "../store.ts";

/** An open file that only ever grows at its end, or is cut back. */
export interface LogFile {
  append(bytes: Uint8Array): Promise<void>;
  /** Resolves when everything that was appended or cut off before is on disk. */
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

/** What stands under a name. */
export interface Standing {
  readonly dev: number;
  readonly ino: number;
  /** Bytes. */
  readonly size: number;
}

/** The file operations of the log, as a port: the tests make the n-th one fail. */
export interface FileSystem {
  list(folder: string): Promise<readonly string[]>;
  read(path: string): AsyncIterable<Buffer>;
  /** `new` must not exist yet and is readable by the owner only; `existing` must exist. */
  open(path: string, mode: "new" | "existing"): Promise<LogFile>;
  openToRead(path: string): Promise<ReadableFile>;
  /** At once, in a few microseconds; undefined when nothing does. */
  standing(path: string): Standing | undefined;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes names that were created, renamed or removed in the folder survive a power cut. */
  syncFolder(folder: string): Promise<void>;
}

const READ_BYTES = 1 << 20;

/**
 * A write that comes back when it is on disk saves every batch a turn of the thread pool. Windows has no such flag, and
 * on macOS it leaves bytes in the drive's cache, which a sync through libuv does not.
 */
const SYNCED_WRITES = process.platform === "linux";
const FLAGS = constants.O_WRONLY | constants.O_APPEND | (SYNCED_WRITES ? constants.O_DSYNC : 0);
const NEW = constants.O_CREAT | constants.O_EXCL;

const DONE = Promise.resolve();

export const realFileSystem: FileSystem = {
  list: (folder) => readdir(folder),
  read: (path) => {
    // A stream makes a buffer of this size for each turn, however little there is to read.
    const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    return createReadStream(path, { highWaterMark: Math.min(bytes + 1, READ_BYTES) });
  },
  open: async (path, mode) => {
    const handle = await open(path, FLAGS | (mode === "new" ? NEW : 0), 0o600);
    let unsynced = false;
    return {
      append: (bytes) => {
        unsynced ||= !SYNCED_WRITES;
        return appendTo(handle, bytes);
      },
      datasync: () => {
        if (!unsynced) return DONE;
        return handle.datasync().then(() => {
          unsynced = false;
        });
      },
      truncate: (length) => {
        unsynced = true;
        return handle.truncate(length);
      },
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
  standing: (path) => statSync(path, { throwIfNoEntry: false }),
  rename: (from, to) => rename(from, to),
  remove: (path) => rm(path, { force: true }),
  syncFolder,
};

/** Without the layers of a handle's own functions, each of which costs promises. A full disk takes a part only. */
function appendTo(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    write(handle.fd, bytes, 0, bytes.length, null, (error, written) => {
      if (error !== null) reject(error);
      else if (written < bytes.length) resolve(appendTo(handle, bytes.subarray(written)));
      else resolve();
    });
  });
}

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

/**
 * Makes the data folder, for the owner only, and keeps it out of a Git repository around it. A folder that is already
 * there stays as it is; our files are 0600.
 */
export async function makeFolder(folder: string): Promise<void> {
  const first = await makeMissing(folder);
  if (first === undefined) {
    if ((await stat(folder)).isDirectory()) return;
    throw new StoreUnusable(`the data folder ${folder} is a file; name a folder`);
  }
  await writeFile(join(folder, ".gitignore"), "*\n", { mode: 0o600 });
  await syncFolder(dirname(folder));
  await syncFolder(dirname(first));
}

/** Reading, writing and listing for whoever has an account on the machine. */
const OTHERS = 0o007;

/** Others may delete files of an open folder and put their own in their place, whatever the files' modes say. */
export async function warnOfOpenFolder(folder: string, log: StoreLog): Promise<void> {
  // Windows has no such modes.
  if (process.platform === "win32") return;
  const { mode } = await stat(folder);
  if ((mode & OTHERS) === 0) return;
  log("warn", "store-folder-open-to-all", {
    folder,
    mode: (mode & 0o777).toString(8),
    remedy: `chmod 700 ${folder}`,
  });
}

/** Parents first; the first that was made. Node's own way never ends where no entry can be made, as in /proc. */
async function makeMissing(folder: string): Promise<string | undefined> {
  if (await isThere(folder)) return undefined;
  const parent = dirname(folder);
  const first = parent === folder ? undefined : await makeMissing(parent);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error: unknown) {
    if (codeOf(error) === "EEXIST" && (await isThere(folder))) return first;
    throw error;
  }
  return first ?? folder;
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** The error of opening, as a sentence when it is the system's; our own mistakes stay as they are. */
export function unusable(folder: string, error: unknown): unknown {
  if (codeOf(error) === undefined) return error;
  return new StoreUnusable(`the data folder ${folder} cannot be used: ${reasonOf(error)}`, { cause: error });
}
