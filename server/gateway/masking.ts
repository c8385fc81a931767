import { maskMemberNumber, maskNumber, maskText } from "../domain/card.ts";
import { isObject } from "../domain/json.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import { holdsNumber, isSecretMember, kindOfMember } from "../domain/secret-members.ts";

/** Members that steer the request and are no part of the transaction. */
const NOT_KEPT = new Set(["apiOperation", "correlationId", "responseControls", "session"]);

const HIDDEN = "xxx";

/** The body as the exchange shows it: every member is there, card data is masked. */
export function maskBody(body: Json): Json {
  return maskMember(body, TOP);
}

/**
 * The body as it is stored with the transaction: secret members are gone, numbers are masked. `shown` is the body as
 * maskBody shows it, of which everything without secrets is taken as it is.
 */
export function storedRequest(body: JsonObject, shown: Json = maskBody(body)): JsonObject {
  if (!isObject(shown)) return {};
  const kept = keptOf(body, shown, TOP);
  return NOT_KEPT_NAMES.some((name) => name in kept) ? withoutSteering(kept) : kept;
}

/** The body without the members that steer the request. */
export function withoutSteering(body: JsonObject): JsonObject {
  const rest: Record<string, Json | undefined> = {};
  for (const name of Object.keys(body)) if (!NOT_KEPT.has(name)) put(rest, name, body[name]);
  return rest;
}

const NOT_KEPT_NAMES = [...NOT_KEPT];

/** Where a value stands. */
interface Place {
  /** Member that the value, or the list around it, belongs to. */
  readonly name: string | undefined;
  /** Whether a member for numbers holds the value: directly, in a list, or in an object in the value's place. */
  readonly isNumber: boolean;
}

const TOP: Place = { name: undefined, isNumber: false };

function maskMember(value: Json, place: Place): Json {
  if (typeof value === "string") return place.isNumber ? maskMemberNumber(value) : maskText(value);
  if (typeof value === "number") return maskLongNumber(value, place);
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => maskMember(item, place));
  return isObject(value) ? maskObject(value, place) : value;
}

/** No amount has this many digits, and a JSON number that has may be a card number that lost its last digits. */
const DIGITS_OF_NUMBER_MAX = 13;
/** Shorter numbers are none of a card, whatever member holds them. */
const SHORT_NUMBER_MAX = 99_999_999;

function maskLongNumber(value: number, { isNumber }: Place): Json {
  if (!Number.isFinite(value) || Math.abs(value) <= SHORT_NUMBER_MAX) return value;
  const digits = BigInt(Math.trunc(Math.abs(value))).toString();
  if (digits.length > DIGITS_OF_NUMBER_MAX) return maskNumber(digits);
  const masked = isNumber ? maskMemberNumber(digits) : maskText(digits);
  return masked === digits ? value : masked;
}

function maskObject(value: JsonObject, place: Place): JsonObject {
  const masked: Record<string, Json> = {};
  for (const name of Object.keys(value)) {
    const part = value[name];
    if (part === undefined) continue;
    const shown = isHidden(name, part, place) ? HIDDEN : maskMember(part, placeOf(name, place));
    put(masked, kindOfMember(name).shown, shown);
  }
  return masked;
}

function placeOf(name: string, { name: parent, isNumber }: Place): Place {
  return { name, isNumber: isNumber || holdsNumber(name, parent) };
}

/** Secrets, and numbers in pieces: a list or group in the place of a number may hold it digit by digit. */
function isHidden(name: string, part: Json, place: Place): boolean {
  if (isSecretMember(name, part)) return true;
  return typeof part === "object" && part !== null && holdsNumber(name, place.name);
}

/** What is shown without what is hidden; the same object when nothing is. */
function keptOf(value: JsonObject, shown: JsonObject, place: Place): JsonObject {
  const names = Object.keys(value);
  let kept: Record<string, Json> | undefined;
  for (const [index, name] of names.entries()) {
    const part = value[name];
    if (part === undefined) continue;
    const key = kindOfMember(name).shown;
    const left = isHidden(name, part, place) ? undefined : keptIn(part, shown[key], placeOf(name, place));
    if (left !== shown[key]) kept ??= partOf(shown, names.slice(0, index));
    if (kept !== undefined && left !== undefined) put(kept, key, left);
  }
  return kept ?? shown;
}

function keptIn(value: Json, shown: Json | undefined, place: Place): Json | undefined {
  if (Array.isArray(value) && Array.isArray(shown)) return keptOfList(value, shown, place);
  return isObject(value) && isObject(shown) ? keptOf(value, shown, place) : shown;
}

function keptOfList(values: readonly Json[], shown: readonly Json[], place: Place): readonly Json[] {
  const kept = values.map((value, index) => keptIn(value, shown[index], place) ?? null);
  return kept.every((value, index) => value === shown[index]) ? shown : kept;
}

function partOf(shown: JsonObject, names: readonly string[]): Record<string, Json> {
  const part: Record<string, Json> = {};
  for (const name of names) {
    const { shown: key } = kindOfMember(name);
    const value = shown[key];
    if (value !== undefined) put(part, key, value);
  }
  return part;
}

/** A member of whatever name: one called `__proto__` is a member too. */
function put<Value>(object: Record<string, Value>, name: string, value: Value): void {
  if (name === "__proto__") {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  } else object[name] = value;
}
