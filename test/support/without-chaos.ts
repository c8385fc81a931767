import { isObject } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { CHAOS_PREFIX } from "../../server/gateway/answers/made-up/chaos.ts";

/** The answer as it was before chaos: without the members that were put in, and in alphabetical order. */
export function withoutChaos(body: JsonObject): JsonObject {
  const members = Object.entries(body)
    .filter(([name]) => !name.startsWith(CHAOS_PREFIX))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, value]) => [name, inside(value)]));
}

function inside(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => inside(item) ?? null);
  return isObject(value) ? withoutChaos(value) : value;
}
