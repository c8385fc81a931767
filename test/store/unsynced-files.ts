import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { realFileSystem, type FileSystem } from "../../server/store/folder/file-system.ts";

const EXISTING = constants.O_WRONLY | constants.O_APPEND;

/** The real files without the wait for the disk, for tests that write much or cut the power themselves. */
export const unsyncedFiles: FileSystem = {
  ...realFileSystem,
  open: async (path, mode) => {
    const handle = await open(path, mode === "new" ? "ax" : EXISTING, 0o600);
    return {
      append: (bytes) => handle.appendFile(bytes),
      datasync: () => Promise.resolve(),
      truncate: (length) => handle.truncate(length),
      close: () => handle.close(),
    };
  },
  syncFolder: () => Promise.resolve(),
};
