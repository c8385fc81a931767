import type { Json, JsonObject } from "../../../domain/json.ts";

/** What there is of the members of an object, by their ranks; null: it was looked for, and there is nothing. */
export type Found = (Json | undefined)[];

export function nothingFound({ names }: { readonly names: readonly string[] }): Found {
  return new Array<Json | undefined>(names.length);
}

export function isThere(value: Json | undefined): value is Exclude<Json, null> {
  return value !== undefined && value !== null;
}

/**
 * An object like any other, with room for more members: `{}` has room for four, and V8 keeps those that are added apart.
 * Answers are built and written faster with it (docs/decisions/0009-speed.md).
 */
const Roomy = function () {
  // Members are added by name.
} as unknown as new () => Record<string, Json>;
Roomy.prototype = Object.prototype;

/** An object of what was found, in alphabetical order; undefined when nothing was. */
export function inOrder(names: readonly string[], found: Readonly<Found>): JsonObject | undefined {
  let object: Record<string, Json> | undefined;
  for (let rank = 0; rank < found.length; rank += 1) {
    const value = found[rank];
    if (value === undefined || value === null) continue;
    object ??= new Roomy();
    object[names[rank] ?? ""] = value;
  }
  return object;
}
