import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { syncFolder } from "./file-system.ts";
import { codeOf, reasonOf, type StoreLog } from "../store-log.ts";
import { StoreUnusable } from "../store.ts";

/** Makes the data folder, for the owner only. A folder that is already there keeps its mode; our files are 0600. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await makeMissing(folder);
  if (first === undefined) {
    if ((await stat(folder)).isDirectory()) return;
    throw new StoreUnusable(`the data folder ${folder} is a file; name a folder`);
  }
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
