import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf, reasonOf } from "../../domain/thrown.ts";
import { FileError } from "../../document/file-problem.ts";
import { UsageError } from "../kernel/command.ts";

/** A file to be made; keys are for their owner's eyes only. */
export interface NewFile {
  readonly name: string;
  readonly content: string;
  readonly isKey: boolean;
}

export interface CertificateFolder {
  readonly path: (name: string) => string;
  readonly has: (name: string) => boolean;
  readonly read: (name: string) => string;
  /** Makes all of them, or none when one is there already. */
  readonly make: (files: readonly NewFile[]) => void;
  /** Puts each of them in the place of the file that is there, once all are written. */
  readonly replace: (files: readonly NewFile[]) => void;
}

export function certificateFolder(folder: string): CertificateFolder {
  const path = (name: string): string => join(folder, name);
  const has = (name: string): boolean => textOf(path(name)) !== undefined;
  return {
    path,
    has,
    read: (name) => readText(path(name)),
    make: (files) => {
      const there = files.find(({ name }) => has(name));
      if (there) throw new UsageError(`${path(there.name)} already exists, and is not overwritten`);
      writing(folder, () => {
        mkdirSync(folder, { recursive: true });
        for (const file of files) write(path(file.name), file);
      });
    },
    replace: (files) => {
      const fresh = (name: string): string => path(`${name}.new`);
      writing(folder, () => {
        for (const { name } of files) rmSync(fresh(name), { force: true });
        for (const file of files) write(fresh(file.name), file);
        for (const { name } of files) renameSync(fresh(name), path(name));
      });
    },
  };
}

/** Nothing is there yet. */
function write(path: string, { content, isKey }: NewFile): void {
  writeFileSync(path, content, { flag: "wx", mode: isKey ? 0o600 : 0o644 });
}

/** A file that has to be there. */
export function readText(file: string): string {
  const text = textOf(file);
  if (text === undefined) throw problem(file, "file not found");
  return text;
}

/** Undefined when it is not there. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return undefined;
    throw problem(file, `it is not readable: ${codeOf(cause) ?? reasonOf(cause)}`, cause);
  }
}

function writing(folder: string, write: () => void): void {
  try {
    write();
  } catch (cause) {
    throw problem(folder, `the folder is not writable: ${codeOf(cause) ?? reasonOf(cause)}`, cause);
  }
}

function problem(file: string, message: string, cause?: unknown): FileError {
  return new FileError([{ file, line: 0, column: 0, message }], { cause });
}
