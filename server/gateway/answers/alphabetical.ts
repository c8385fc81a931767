import { isObject } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";

/** The body with its members in alphabetical order at every level, as answers have them. */
export function alphabetical(body: JsonObject): JsonObject {
  const sorted = Object.entries(body).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, value]) => [name, value === undefined ? value : part(value)]));
}

function part(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(part);
  return isObject(value) ? alphabetical(value) : value;
}
