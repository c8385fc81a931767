import { readFileSync } from "node:fs";
import { FileError } from "../../document/file-problem.ts";
import type { Json } from "../../domain/json.ts";
import { codeOf, reasonOf } from "../../domain/thrown.ts";
import { jsonFaultOf } from "../../http/json-fault.ts";
import { UsageError } from "./command.ts";

/** In the place of a file's name: standard input. */
const STANDARD_INPUT = "-";

/** Throws a FileError that says why the file cannot be read. */
export function readText(file: string): string {
  try {
    return readFileSync(file === STANDARD_INPUT ? process.stdin.fd : file, "utf8");
  } catch (cause) {
    const code = codeOf(cause) ?? reasonOf(cause);
    const message = `not readable: ${REASONS[code] ?? code}`;
    throw new FileError([{ file, line: 0, column: 0, message }], { cause });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "file not found",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
};

/** What a file of JSON holds; a UsageError names the place where it is none. */
export function readJson(file: string): Json {
  const text = readText(file);
  if (text.trim() === "") throw new UsageError(`${file}: is empty`);
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    const { line, column, character } = jsonFaultOf(text);
    const what = character === undefined ? "the file ends too early" : `unexpected character '${character}'`;
    throw new UsageError(`${file}:${line}:${column} invalid JSON: ${what}`, { cause });
  }
}
