import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { carryOver } from "./carry-over.ts";

/** When the journal's file is set aside, and how many of those that were are kept. */
export interface Rotation {
  /** A file that would grow beyond it is set aside first. */
  readonly bytes: number;
  readonly keep: number;
}

/** Of the size of a file, so much is kept of what goes. */
const KEPT_OF_GONE = 1 / 2;

/**
 * Sets the file aside as `<path>.1`, the one before as `<path>.2` and so on, and gives a new one in its place. The new
 * one is opened first, so that a full disk changes nothing. What each merchant did last in the file that is one too many
 * goes into one behind it, `<path>.<keep + 1>`, so that nobody's exchanges are pushed out by those of others alone.
 */
export async function rotate(path: string, { bytes, keep }: Rotation): Promise<FileHandle> {
  const begun = `${path}.new`;
  const handle = await open(begun, "a+", 0o600);
  const [last, behind] = [`${path}.${keep}`, `${path}.${keep + 1}`];
  // On a full disk it is left out: room comes by what goes.
  if (keep > 0) await carryOver(behind, [behind, last], bytes * KEPT_OF_GONE).catch(() => undefined);
  await rm(keep === 0 ? path : last, { force: true });
  for (let number = keep - 1; number >= 0; number -= 1)
    await renameIfThere(number === 0 ? path : `${path}.${number}`, `${path}.${number + 1}`);
  await rename(begun, path);
  return handle;
}

/** The file and those that were set aside from it, the oldest first: together they are one journal. */
export function seriesOf(path: string): readonly string[] {
  const files = [path];
  for (let number = 1; existsSync(`${path}.${number}`); number += 1) files.unshift(`${path}.${number}`);
  return files;
}

async function renameIfThere(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  });
}
