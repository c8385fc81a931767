import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";

/** When the journal's file is set aside, and how many of those that were are kept. */
export interface Rotation {
  /** A file that would grow beyond it is set aside first. */
  readonly bytes: number;
  readonly keep: number;
}

/**
 * Sets the file aside as `<path>.1`, the one before as `<path>.2` and so on, and gives a new one in its place. The new
 * one is opened first, so that a full disk changes nothing.
 */
export async function rotate(path: string, keep: number): Promise<FileHandle> {
  const begun = `${path}.new`;
  const handle = await open(begun, "a+", 0o600);
  await rm(keep === 0 ? path : `${path}.${keep}`, { force: true });
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
