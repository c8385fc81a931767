import { readFileSync } from "node:fs";
import { FileError } from "../document/file-problem.ts";

/** Throws a FileError that says why the file cannot be read. */
export function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    throw new FileError([{ file, line: 0, column: 0, message: `it cannot be read: ${code}` }], { cause });
  }
}
