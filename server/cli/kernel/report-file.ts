import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { FileError } from "../../document/file-problem.ts";

/**
 * Writes the text as its pieces come; folders on the way to the file are made. Only the user can read the file, and a
 * symbolic link is not followed: whoever can put one into a shared folder could have any file of the user overwritten.
 * Throws a FileError that says why it cannot be written.
 */
export function writeReportFile(path: string, pieces: Iterable<string>): void {
  orFileError(path, () => {
    makeFolder(dirname(resolve(path)));
    const file = openSync(path, NEW_FILE, OWNER_ONLY);
    try {
      // A report of an earlier run keeps the mode that it was made with.
      if (fstatSync(file).isFile()) fchmodSync(file, OWNER_ONLY);
      for (const text of gathered(pieces)) writeFileSync(file, text);
    } finally {
      closeSync(file);
    }
  });
}

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
const OWNER_ONLY = 0o600;

/** So much is written at a time: a call of the system for every piece takes longer than the pieces. */
const WRITE_LENGTH = 1 << 18;

function* gathered(pieces: Iterable<string>): Generator<string, void, undefined> {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < WRITE_LENGTH) continue;
    yield text;
    text = "";
  }
  yield text;
}

/** Makes the folders, and throws the same before there is anything to write, so that a slip does not cost a run. */
export function prepareReportFile(path: string): void {
  orFileError(path, () => {
    makeFolder(dirname(resolve(path)));
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isSymbolicLink() === true) throw new Obstacle(SYMBOLIC_LINK);
    if (found?.isDirectory() === true) throw new Obstacle("it is a folder");
    accessSync(found === undefined ? dirname(resolve(path)) : path, constants.W_OK);
  });
}

const SYMBOLIC_LINK = "it is a symbolic link";

/** What the system itself has no code for. */
class Obstacle extends Error {}

/** One folder after the other: made at once, they never come to an end where the system takes none (/proc). */
function makeFolder(folder: string): void {
  const missing: string[] = [];
  let nearest = folder;
  while (!isThere(nearest)) {
    missing.unshift(nearest);
    nearest = dirname(nearest);
  }
  if (!statSync(nearest).isDirectory()) throw new Obstacle(`${nearest} is no folder`);
  for (const each of missing) mkdirSync(each);
}

/** Behind a file there is nothing, either; dirname ends at the root, which is always there. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return false;
    throw error;
  }
}

function orFileError(file: string, work: () => void): void {
  try {
    work();
  } catch (cause) {
    // What the report is made of may be a file, too.
    if (cause instanceof FileError) throw cause;
    const message = `it cannot be written: ${reasonOf(cause)}`;
    throw new FileError([{ file, line: 0, column: 0, message }], { cause });
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause instanceof Obstacle) return cause.message;
  const code = "code" in cause ? String(cause.code) : cause.message;
  return REASONS[code] ?? code;
}

const REASONS: Readonly<Record<string, string>> = {
  ELOOP: SYMBOLIC_LINK,
  ENOENT: "its folder cannot be made",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
};
