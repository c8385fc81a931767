import { readdir, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../../server/domain/thrown.ts";

/** What a build is made of; a folder's own time tells what was removed from it. */
const SOURCES = [
  ...["server", "web", "schemas", "scenarios", "scripts/build"],
  ...["package.json", "package-lock.json", "tsconfig.json"],
];

/** Written last of all, so that it is there only when the whole build succeeded. */
const LAST = "dist/embedding/embedding.d.ts";

/** Whether the build in this folder is newer than all of its sources. */
export async function isUpToDate(root: string): Promise<boolean> {
  const builtAt = await timeOf(join(root, LAST));
  if (builtAt === undefined) return false;
  const inFolders = await Promise.all(SOURCES.map((source) => entriesOf(root, source)));
  const times = await Promise.all([...SOURCES, ...inFolders.flat()].map((path) => timeOf(join(root, path))));
  return times.every((time) => time === undefined || time < builtAt);
}

/** A build is as old as its beginning: what was changed while it ran is not in it. */
export async function markBuilt(root: string, began: Date): Promise<void> {
  await utimes(join(root, LAST), began, began);
}

async function entriesOf(root: string, source: string): Promise<readonly string[]> {
  const names = await readdir(join(root, source), { recursive: true }).catch((error: unknown) => {
    // A file, or nothing.
    if (["ENOTDIR", "ENOENT"].includes(codeOf(error) ?? "")) return [];
    throw error;
  });
  return names.map((name) => join(source, name));
}

/** Milliseconds since 1970; undefined: it is not there. */
async function timeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}
