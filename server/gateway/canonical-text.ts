import { isObject } from "../domain/json.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import { membersInOrder } from "./member-order.ts";
import { writeBytes, writeText } from "./scratch.ts";
import type { Scratch } from "./scratch.ts";

/**
 * Writes one text for all bodies that say the same, in whatever order. Texts have their length in front, so that none
 * needs a mark escaped.
 */
export function writeCanonical(out: Scratch, value: Json, leftOut?: string): void {
  if (typeof value === "string") {
    writeText(out, MARKS[value.length] ?? markOf(value.length));
    writeText(out, value);
  } else if (Array.isArray(value)) writeList(out, value);
  else if (isObject(value)) writeMembers(out, value, leftOut);
  else writeText(out, `${JSON.stringify(value)},`);
}

function markOf(length: number): string {
  return `"${length}:`;
}

/** Of the lengths that nearly all texts have. */
const MARKS = Array.from({ length: 65 }, (_mark, length) => markOf(length));

function writeMembers(out: Scratch, object: JsonObject, leftOut: string | undefined): void {
  writeText(out, "{");
  for (const { name, label } of membersInOrder(object)) {
    const part = object[name];
    if (part === undefined || name === leftOut) continue;
    writeBytes(out, label);
    writeCanonical(out, part);
  }
  writeText(out, "}");
}

function writeList(out: Scratch, values: readonly Json[]): void {
  writeText(out, "[");
  for (const value of values) writeCanonical(out, value);
  writeText(out, "]");
}
