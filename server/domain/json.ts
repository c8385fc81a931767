/** A value that JSON can carry. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object; a member that is not there reads as undefined. */
export interface JsonObject {
  readonly [member: string]: Json | undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether two objects say the same. Lists are the same only as they themselves. */
export function isSameJson(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return false;
  for (const name in one) if (!isSameJson(one[name], other[name])) return false;
  for (const name in other) if (one[name] === undefined && other[name] !== undefined) return false;
  return true;
}

/** Dotted paths that have been asked for, in their parts. All of them stand in the code, so there are few. */
const parted = new Map<string, readonly string[]>();

function partsOf(path: string): readonly string[] {
  const known = parted.get(path);
  if (known !== undefined) return known;
  const parts = path.split(".");
  parted.set(path, parts);
  return parts;
}

/** The value at a dotted path, e.g. `order.amount`; undefined when any part of the path is not there. */
export function valueAt(body: Json | undefined, path: string): Json | undefined {
  let value: Json | undefined = body;
  for (const member of partsOf(path)) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    value = ownMember(value as JsonObject, member);
  }
  return value;
}

/**
 * What objects inherit are functions and `__proto__`, of which JSON has none. Asking so is several times as fast as
 * asking whether the member is the object's own, and every payment asks a hundred times.
 */
function ownMember(object: JsonObject, member: string): Json | undefined {
  if (member === "__proto__" && !Object.hasOwn(object, member)) return undefined;
  const value = object[member];
  return typeof value === "function" ? undefined : value;
}

/** The text at a dotted path; undefined when there is none or it is no text. */
export function textAt(body: Json | undefined, path: string): string | undefined {
  const value = valueAt(body, path);
  return typeof value === "string" ? value : undefined;
}
