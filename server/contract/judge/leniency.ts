import type { ErrorObject } from "ajv/dist/2020.js";
import type { Json, JsonObject } from "../../domain/json.ts";
import { neutralized } from "../schema/aliases.ts";
import type { Aliases } from "../schema/aliases.ts";
import type { Contract } from "./contract.ts";
import { faultsOf } from "./faults.ts";
import type { Fault } from "./faults.ts";
import { isObject } from "../../domain/json.ts";
import { pointerBelow } from "../../domain/json-pointer.ts";

/** The body as the live gateway reads it, and what even the gateway would not take. */
export interface Reading {
  readonly body: Json;
  readonly faults: readonly Fault[];
}

/** A body and the JSON text that it came as. */
export interface SentBody {
  readonly body: Json;
  readonly text: string;
}

/** Without empties and with neutral names; the same body when there is nothing to change. */
export function normalized(body: Json, aliases: Aliases): Json {
  return neutralized(withoutEmpties(body), aliases);
}

/** What the letter has against the body as it was sent. */
export interface Strictly {
  readonly errors: readonly ErrorObject[];
  readonly faults: readonly Fault[];
}

/**
 * Judges as mode gateway does: a number where text is asked counts by what was written, and a text where a number or a
 * boolean is asked by what it writes; the rules of the member then hold for that (assumption A13). Members of later
 * versions are known.
 */
export function readLeniently(
  { body, text }: SentBody,
  contract: Contract,
  aliases: Aliases,
  strictly?: Strictly,
): Reading {
  const usual = normalized(body, aliases);
  // Of the newest version the letter is all that there is to know.
  const isSame = usual === body && contract.validateExtended === contract.validate;
  const same = isSame ? strictly : undefined;
  const errors = same?.errors ?? contract.validateExtended(usual);
  const others = errors.filter(isOtherForm);
  if (others.length === 0) {
    return { body: usual, faults: same?.faults ?? faultsOf(usual, errors, contract.tree()) };
  }
  const pointers = new Set(others.map(({ instancePath }) => instancePath));
  const read = retyped(usual, normalized(lexemesOf(text), aliases), pointers);
  return { body: read, faults: faultsOf(read, contract.validateExtended(read), contract.tree()) };
}

/** Whether a value is only in another form than the one that is asked for. */
function isOtherForm({ keyword, params, data }: ErrorObject): boolean {
  if (keyword !== "type") return false;
  const { type } = params as { readonly type: string };
  return typeof data === "number" ? type === "string" : typeof data === "string" && writes(data, type);
}

/**
 * The body without null, "", {} and [], and without what is empty once they are gone: then the body itself is `{}`, as
 * none at all is. The same body when it has none. Elements keep their places, so that a finding's index is the index that was sent: an array
 * goes only when all of its elements do (assumption A12).
 */
function withoutEmpties(body: Json): Json {
  return holdsEmpties(body) ? (pruned(body) ?? {}) : body;
}

/** Few bodies do, and looking is many times as fast as making them anew. */
function holdsEmpties(value: Json | undefined): boolean {
  if (value === null || value === undefined || value === "") return true;
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
  if (value === null || value === "") return undefined;
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

/** A JSON text or a JSON number; texts are matched so that digits inside them are passed over. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The body that the JSON text means, but every number as the text that was written: 10.50 is "10.50". */
export function lexemesOf(text: string): Json {
  const quoted = text.replace(TEXT_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`));
  return JSON.parse(quoted) as Json;
}

/** The types for which a text counts by what it writes, and the texts that write one. */
const WRITTEN: Readonly<Record<string, RegExp>> = {
  boolean: /^(?:true|false)$/,
  integer: /^-?\d{1,30}$/,
  number: /^-?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})$/,
};

/** Whether the text writes a value of the type: "2" a number, "true" a boolean. */
function writes(text: string, type: string): boolean {
  return WRITTEN[type]?.test(text) ?? false;
}

/** What a text writes. */
function writtenIn(text: string): Json {
  return text === "true" || text === "false" ? text === "true" : Number(text);
}

/**
 * The body with the values at these JSON pointers in the other form: a number as the text that `lexemes`, the body's
 * twin, has there, and a text as what it writes.
 */
export function retyped(body: Json, lexemes: Json | undefined, pointers: ReadonlySet<string>, at = ""): Json {
  if (typeof body === "number" && pointers.has(at))
    return typeof lexemes === "string" ? lexemes : String(body);
  if (typeof body === "string") return pointers.has(at) ? writtenIn(body) : body;
  if (Array.isArray(body)) {
    const twins = Array.isArray(lexemes) ? (lexemes as readonly Json[]) : [];
    return body.map((element: Json, index) => retyped(element, twins[index], pointers, `${at}/${index}`));
  }
  if (!isObject(body)) return body;
  const twin = isObject(lexemes) ? lexemes : {};
  const entries = Object.entries(body).map(([name, member]) => {
    const pointer = pointerBelow(at, name);
    return [name, member === undefined ? member : retyped(member, twin[name], pointers, pointer)];
  });
  return Object.fromEntries(entries) as Json;
}
