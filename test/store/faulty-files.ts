import type { FileSystem, LogFile } from "../../server/store/folder/file-system.ts";
import { unsyncedFiles } from "./unsynced-files.ts";

export type Operation = "open" | "append" | "datasync" | "truncate" | "rename" | "remove" | "syncFolder";

/** Real files on which chosen operations fail; a failed append leaves half of its bytes behind. */
export interface FaultyFiles {
  readonly files: FileSystem;
  /** Decides, from now on, which operation fails; told the operation and how many there were before it. */
  failWhen(fails: (operation: Operation, before: number) => boolean): void;
  operations(): number;
}

export function createFaultyFiles(): FaultyFiles {
  let fails: (operation: Operation, before: number) => boolean = () => false;
  let operations = 0;

  async function attempt<T>(
    operation: Operation,
    work: () => Promise<T>,
    half?: () => Promise<void>,
  ): Promise<T> {
    operations += 1;
    if (!fails(operation, operations - 1)) return work();
    await half?.();
    throw Object.assign(new Error(`ENOSPC: no space left on device, ${operation}`), { code: "ENOSPC" });
  }

  const faulty = (file: LogFile): LogFile => ({
    append: (bytes) =>
      attempt(
        "append",
        () => file.append(bytes),
        () => file.append(bytes.subarray(0, bytes.length / 2)),
      ),
    datasync: () => attempt("datasync", () => Promise.resolve()),
    truncate: (length) => attempt("truncate", () => file.truncate(length)),
    close: () => file.close(),
  });

  return {
    files: {
      ...unsyncedFiles,
      open: async (path, mode) => faulty(await attempt("open", () => unsyncedFiles.open(path, mode))),
      rename: (from, to) => attempt("rename", () => unsyncedFiles.rename(from, to)),
      remove: (path) => attempt("remove", () => unsyncedFiles.remove(path)),
      syncFolder: () => attempt("syncFolder", () => Promise.resolve()),
    },
    failWhen: (decide) => {
      fails = decide;
      operations = 0;
    },
    operations: () => operations,
  };
}
