import { isObject } from "./json.ts";
import type { Json } from "./json.ts";

/** JSON with every member on a line of its own, and whose line each is. */
export interface JsonLines {
  readonly text: string;
  /** Of each line the member that stands there, dotted; "" for the whole. */
  readonly members: readonly string[];
}

export function jsonLines(value: Json): JsonLines {
  return { text: JSON.stringify(value, undefined, 1), members: membersOf(value, "") };
}

function membersOf(value: Json, name: string): readonly string[] {
  const parts = partsOf(value, name);
  return parts.length === 0 ? [name] : [name, ...parts.flat(), name];
}

function partsOf(value: Json, name: string): readonly (readonly string[])[] {
  if (Array.isArray(value))
    return (value as readonly Json[]).map((part, index) => membersOf(part, `${name}[${index}]`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    part === undefined ? [] : [membersOf(part, name === "" ? key : `${name}.${key}`)],
  );
}
