import { isObject } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";

/**
 * One body from several, the first being the strongest: every value comes from the first that has it. Groups are
 * combined member by member, so that a card may have its number from a token and its security code from the request
 * (interface section 2.10). A list is one value: its items have no names to be combined by.
 */
export function combine(bodies: readonly JsonObject[]): JsonObject {
  return bodies.reduceRight<JsonObject>((weaker, stronger) => over(stronger, weaker), {});
}

/** The stronger one itself when there is nothing to add, as most requests name neither a session nor a token. */
function over(stronger: JsonObject, weaker: JsonObject): JsonObject {
  if (isEmpty(weaker)) return stronger;
  const combined: Record<string, Json | undefined> = { ...stronger };
  for (const name of Object.keys(weaker)) {
    const value = either(own(stronger, name), own(weaker, name));
    // Assigned, it would be the object's prototype.
    if (name === "__proto__") Object.defineProperty(combined, name, { ...OWN_MEMBER, value });
    else combined[name] = value;
  }
  return combined;
}

const OWN_MEMBER = { configurable: true, enumerable: true, writable: true } as const;

function isEmpty(body: JsonObject): boolean {
  for (const name in body) if (Object.hasOwn(body, name)) return false;
  return true;
}

function either(stronger: Json | undefined, weaker: Json | undefined): Json | undefined {
  if (isObject(stronger) && isObject(weaker)) return over(stronger, weaker);
  return stronger === undefined ? weaker : stronger;
}

function own(body: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(body, name) ? body[name] : undefined;
}

/** The body without the member at a dotted path; the same body when it has no such member. */
export function without(body: JsonObject, path: string): JsonObject {
  const [name = "", ...rest] = path.split(".");
  const inner = own(body, name);
  if (inner === undefined) return body;
  if (rest.length > 0) return isObject(inner) ? { ...body, [name]: without(inner, rest.join(".")) } : body;
  return Object.fromEntries(Object.entries(body).filter(([member]) => member !== name));
}
