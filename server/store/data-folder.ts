import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { syncFolder } from "./file-system.ts";
import { codeOf, reasonOf } from "./store-log.ts";
import { StoreUnusable } from "./store.ts";

/** Makes the data folder, for the owner only. A folder that is already there keeps its mode; our files are 0600. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 }).catch(async (error: unknown) => {
    if (codeOf(error) === "EEXIST" && !(await stat(folder)).isDirectory()) {
      throw new StoreUnusable(`the data folder ${folder} is a file; name a folder`);
    }
    throw error;
  });
  if (first === undefined) return;
  await syncFolder(dirname(folder));
  await syncFolder(dirname(first));
}

/** The error of opening, as a sentence when it is the system's; our own mistakes stay as they are. */
export function unusable(folder: string, error: unknown): unknown {
  if (codeOf(error) === undefined) return error;
  return new StoreUnusable(`the data folder ${folder} cannot be used: ${reasonOf(error)}`, { cause: error });
}
