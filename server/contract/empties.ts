import { isObject } from "../domain/json.ts";
import type { Json, JsonObject } from "../domain/json.ts";

/**
 * The body without null, {} and [], and without what is empty once they are gone; the same body when it
 * has none. Elements keep their places, so that a finding's index is the index that was sent: an array
 * goes only when all of its elements do (assumption A12).
 */
export function withoutEmpties(body: Json): Json {
  return holdsEmpties(body) ? (pruned(body) ?? (isObject(body) ? {} : body)) : body;
}

/** Few bodies do, and looking is many times as fast as making them anew. */
function holdsEmpties(value: Json | undefined): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0 || value.some(holdsEmpties);
  return isObject(value) && isOrHoldsEmpty(value);
}

function isOrHoldsEmpty(object: JsonObject): boolean {
  let isEmpty = true;
  for (const name in object) {
    if (holdsEmpties(object[name])) return true;
    isEmpty = false;
  }
  return isEmpty;
}

function pruned(value: Json): Json | undefined {
  if (value === null) return undefined;
  if (Array.isArray(value)) return prunedArray(value);
  return isObject(value) ? prunedObject(Object.entries(value), value) : value;
}

function prunedArray(array: readonly Json[]): Json | undefined {
  const elements = array.map(pruned);
  if (elements.every((element) => element === undefined)) return undefined;
  if (elements.every((element, index) => element === array[index])) return array;
  return elements.map((element, index) => element ?? array[index] ?? null);
}

function prunedObject(
  entries: readonly (readonly [string, Json | undefined])[],
  object: Json,
): Json | undefined {
  const kept = entries
    .map(([name, member]) => [name, member === undefined ? undefined : pruned(member)] as const)
    .filter(([, member]) => member !== undefined);
  if (kept.length === 0) return undefined;
  const same =
    kept.length === entries.length && kept.every(([, member], index) => member === entries[index]?.[1]);
  return same ? object : Object.fromEntries(kept);
}
