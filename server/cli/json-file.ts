import type { Json } from "../domain/json.ts";
import { jsonFaultOf } from "../http/json-fault.ts";
import { readText } from "./text-file.ts";
import { UsageError } from "./usage-error.ts";

/** What a file of JSON holds; a UsageError names the place where it is none. */
export function readJson(file: string): Json {
  const text = readText(file);
  if (text.trim() === "") throw new UsageError(`${file}: it is empty`);
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    const { line, column, character } = jsonFaultOf(text);
    const what = character === undefined ? "the file ends too early" : `unexpected character '${character}'`;
    throw new UsageError(`${file}:${line}:${column} it is no JSON: ${what}`, { cause });
  }
}
