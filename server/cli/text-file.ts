import { readFileSync } from "node:fs";
import { FileError } from "../document/file-problem.ts";

/** Throws a FileError that says why the file cannot be read. */
export function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    const message = `it cannot be read: ${REASONS[code] ?? code}`;
    throw new FileError([{ file, line: 0, column: 0, message }], { cause });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
};
