import { mkdtemp, rename, rm, stat, truncate } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileSystem, LogFile } from "../../server/store/folder/file-system.ts";
import { unsyncedFiles } from "./unsynced-files.ts";

interface WrittenFile {
  path: string;
  length: number;
  synced: number;
}

/** Real files that stop at one operation, as if the power went, and can then forget what was not synced. */
export interface PowerCut {
  readonly files: FileSystem;
  /** Operations so far; the first is 1. */
  operations(): number;
  /** Takes back every byte and every name that was never synced: the worst that a disk may do. */
  forgetUnsynced(): Promise<void>;
}

export function createPowerCut(cutAt: number): PowerCut {
  const written: WrittenFile[] = [];
  let unsyncedNames: (() => Promise<void>)[] = [];
  let operations = 0;

  /** Counts an operation that changes something; the one at the cut does half of its work at most. */
  async function step(
    work: () => Promise<void>,
    half: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    operations += 1;
    if (operations < cutAt) return work();
    if (operations === cutAt) await half();
    throw new Error("the power is off");
  }

  async function keepAside(path: string): Promise<void> {
    if (!(await isThere(path))) return;
    const aside = join(await mkdtemp(join(dirname(dirname(path)), "aside-")), "file");
    await rename(path, aside);
    unsyncedNames.push(() => rename(aside, path));
  }

  async function open(path: string, mode: "new" | "existing"): Promise<LogFile> {
    let file: LogFile | undefined;
    await step(async () => {
      file = await unsyncedFiles.open(path, mode);
      if (mode === "new") unsyncedNames.push(() => rm(path));
    });
    if (file === undefined) throw new Error("the file was not opened");
    const length = (await stat(path)).size;
    const record = { path, length, synced: length };
    written.push(record);
    return recorded(file, record);
  }

  function recorded(file: LogFile, record: WrittenFile): LogFile {
    const append = async (bytes: Uint8Array): Promise<void> => {
      await file.append(bytes);
      record.length += bytes.length;
    };
    return {
      append: (bytes) =>
        step(
          () => append(bytes),
          () => append(bytes.subarray(0, bytes.length / 2)),
        ),
      datasync: () =>
        step(() => {
          record.synced = record.length;
          return Promise.resolve();
        }),
      truncate: (length) =>
        step(async () => {
          await file.truncate(length);
          Object.assign(record, { length, synced: Math.min(length, record.synced) });
        }),
      close: () => file.close(),
    };
  }

  const files: FileSystem = {
    ...unsyncedFiles,
    open,
    rename: (from, to) =>
      step(async () => {
        await keepAside(to);
        await rename(from, to);
        for (const file of written) if (file.path === from) file.path = to;
        unsyncedNames.push(() => rename(to, from));
      }),
    remove: (path) => step(() => keepAside(path)),
    syncFolder: () =>
      step(() => {
        unsyncedNames = [];
        return Promise.resolve();
      }),
  };

  return {
    files,
    operations: () => operations,
    forgetUnsynced: async () => {
      for (const file of written) {
        if (file.synced < file.length && (await isThere(file.path))) await truncate(file.path, file.synced);
      }
      for (const undo of unsyncedNames.reverse()) await undo();
    },
  };
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
