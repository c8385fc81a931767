import { existsSync, readdirSync, statSync } from "node:fs";
import { link, open, rename, rm } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { basename, dirname } from "node:path";
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
 * A rotation that a killed process left half done is gone on with: the number that is free is where it was.
 * Readers never miss the file: it has both names until the new one takes its place.
 */
export async function rotate(path: string, rotation: Rotation): Promise<FileHandle> {
  const begun = `${path}.new`;
  const handle = await open(begun, "a+", 0o600);
  try {
    if (rotation.keep > 0) await setAside(path, rotation);
    await rename(begun, path);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function setAside(path: string, { bytes, keep }: Rotation): Promise<void> {
  await settle(path, { keep });
  const free = firstFree(path);
  if (free > keep) {
    const [last, behind] = [`${path}.${keep}`, `${path}.${keep + 1}`];
    // On a full disk it is left out: room comes by what goes.
    const carrying = carryOver(carriedIn(behind), [behind, last], bytes * KEPT_OF_GONE);
    const isCarried = await carrying.then(
      () => true,
      () => false,
    );
    await rm(last);
    if (isCarried) await settleCarried(path, { keep });
  }
  for (let number = Math.min(free, keep) - 1; number > 0; number -= 1)
    await renameIfThere(`${path}.${number}`, `${path}.${number + 1}`);
  // Some file systems know one name for a file only.
  await link(path, `${path}.1`).catch(() => renameIfThere(path, `${path}.1`));
}

/** Mends what a rotation left that a kill broke off: a file with both names loses its number, and what was carried over gets one. */
export async function settle(path: string, { keep }: Pick<Rotation, "keep">): Promise<void> {
  if (hasBothNames(path)) await rm(`${path}.1`);
  await settleCarried(path, { keep });
}

/** Whether the file has its number, and the new one has not yet taken its place. */
function hasBothNames(path: string): boolean {
  const [one, other] = [path, `${path}.1`].map((name) => statSync(name, { throwIfNoEntry: false }));
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

/** Takes what was carried over for what is behind the files, once the file that it comes from is gone. */
async function settleCarried(path: string, { keep }: Pick<Rotation, "keep">): Promise<void> {
  const behind = `${path}.${keep + 1}`;
  if (!existsSync(`${path}.${keep}`)) await renameIfThere(carriedIn(behind), behind);
}

const carriedIn = (behind: string): string => `${behind}.new`;

function firstFree(path: string): number {
  let number = 1;
  while (existsSync(`${path}.${number}`)) number += 1;
  return number;
}

/** Behind the name of the file; there are 1,001 at most. */
const NUMBER = /^\.[1-9]\d{0,3}$/;

/** The file and those that were set aside from it, the oldest first: together they are one journal. One may be missing. */
export function seriesOf(path: string): readonly string[] {
  const name = basename(path);
  const ends = namesIn(dirname(path)).flatMap((it) => (it.startsWith(name) ? [it.slice(name.length)] : []));
  const isTwice = hasBothNames(path);
  const numbers = ends
    .filter((end) => NUMBER.test(end))
    .map((end) => Number(end.slice(1)))
    .filter((number) => !(isTwice && number === 1));
  return [...numbers.sort((one, other) => other - one).map((number) => `${path}.${number}`), path];
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Whoever reads the file says what is wrong.
    return [];
  }
}

async function renameIfThere(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  });
}
