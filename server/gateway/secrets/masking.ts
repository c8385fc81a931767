import { maskNumber, maskText } from "../../domain/card/card.ts";
import { isObject } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { holdsNumber, isSecretMember, kindOfMember, maskNumberIn } from "../../domain/card/secret-members.ts";

/** Members that steer the request and are no part of the transaction. */
const NOT_KEPT = new Set(["apiOperation", "correlationId", "responseControls", "session"]);
const NOTHING: ReadonlySet<string> = new Set();

const HIDDEN = "xxx";

/**
 * The body as the exchange shows it: every member is there, card data is masked. What has nothing to mask is not
 * copied, so that most of what is shown is the body itself, which nobody changes.
 */
export function maskBody(body: Json): Json {
  return maskMember(body, "", false);
}

/**
 * The body as it is stored with the transaction: secret members are gone, numbers are masked. `shown` is the body as
 * maskBody shows it, of which everything without secrets is taken as it is.
 */
export function storedRequest(body: JsonObject, shown: Json = maskBody(body)): JsonObject {
  return isObject(shown) ? keptMembers({ value: body, shown, parent: "", leftOut: NOT_KEPT }) : {};
}

/** The body without the members that steer the request. */
export function withoutSteering(body: JsonObject): JsonObject {
  const rest: Record<string, Json | undefined> = {};
  for (const name of Object.keys(body)) if (!NOT_KEPT.has(name)) put(rest, name, body[name]);
  return rest;
}

/**
 * The value as it is shown; the value itself when nothing of it has to be changed, as with most. `name` is the member
 * that it, or the list around it, belongs to. `isNumber` says whether a member for numbers holds it: directly, in a
 * list, or in an object in the value's place.
 */
function maskMember(value: Json, name: string, isNumber: boolean): Json {
  if (typeof value === "string") return isNumber ? maskNumberIn(name, value) : maskText(value);
  if (typeof value === "number") return maskLongNumber(value, name, isNumber);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return maskList(value, name, isNumber);
  return maskObject(value as JsonObject, name, isNumber);
}

/** No amount has this many digits, and a JSON number that has may be a card number that lost its last digits. */
const DIGITS_OF_NUMBER_MAX = 13;
/** Shorter numbers are none of a card, whatever member holds them. */
const SHORT_NUMBER_MAX = 99_999_999;

function maskLongNumber(value: number, name: string, isNumber: boolean): Json {
  if (isNumber && kindOfMember(name).isAccount) return maskNumberIn(name, String(value));
  if (!Number.isFinite(value) || Math.abs(value) <= SHORT_NUMBER_MAX) return value;
  const digits = BigInt(Math.trunc(Math.abs(value))).toString();
  if (digits.length > DIGITS_OF_NUMBER_MAX) return maskNumber(digits);
  const masked = isNumber ? maskNumberIn(name, digits) : maskText(digits);
  return masked === digits ? value : masked;
}

function maskList(values: readonly Json[], name: string, isNumber: boolean): readonly Json[] {
  let masked: Json[] | undefined;
  for (const [index, value] of values.entries()) {
    const shown = maskMember(value, name, isNumber);
    if (shown === value) continue;
    masked ??= [...values];
    masked[index] = shown;
  }
  return masked ?? values;
}

/** Copied when the first member is found that has to be changed. What is hidden counts as changed, whatever it was. */
function maskObject(value: JsonObject, parent: string, isNumber: boolean): JsonObject {
  let masked: Record<string, Json | undefined> | undefined;
  for (const name in value) {
    const part = value[name];
    const kind = kindOfMember(name);
    if (part === undefined || kind.shown !== name) return maskedAnew(value, parent, isNumber);
    const isHidden = !kind.isPlain && isHiddenMember(name, part, parent);
    const isOfNumber = isNumber || (!kind.isPlain && holdsNumber(name, parent));
    const shown = isHidden ? HIDDEN : maskMember(part, name, isOfNumber);
    if (shown === part && !isHidden) continue;
    masked ??= { ...value };
    masked[name] = shown;
  }
  return masked ?? value;
}

/** An object of which not only values are shown differently: it has a name that is masked, or a member without value. */
function maskedAnew(value: JsonObject, parent: string, isNumber: boolean): JsonObject {
  const masked: Record<string, Json> = {};
  for (const name of Object.keys(value)) {
    const part = value[name];
    if (part === undefined) continue;
    const shown = isHiddenMember(name, part, parent)
      ? HIDDEN
      : maskMember(part, name, isNumber || holdsNumber(name, parent));
    put(masked, kindOfMember(name).shown, shown);
  }
  return masked;
}

/** Secrets, and numbers in pieces: a list or group in the place of a number may hold it digit by digit. */
function isHiddenMember(name: string, part: Json, parent: string): boolean {
  if (isSecretMember(name, part)) return true;
  return typeof part === "object" && part !== null && holdsNumber(name, parent);
}

/** What is shown without what is hidden. Nothing is hidden in what is shown as it came. */
function keptIn(value: Json, shown: Json, name: string): Json {
  if (typeof value !== "object" || value === null || shown === value) return shown;
  if (Array.isArray(value) && Array.isArray(shown)) return keptItems(value, shown, name);
  if (!isObject(value) || !isObject(shown)) return shown;
  return keptMembers({ value, shown, parent: name, leftOut: NOTHING });
}

function keptItems(values: readonly Json[], shown: readonly Json[], name: string): readonly Json[] {
  return values.map((value, index) => keptIn(value, shown[index] ?? null, name));
}

interface Kept {
  readonly value: JsonObject;
  readonly shown: JsonObject;
  readonly parent: string;
  /** Members that are not kept, whatever they hold. */
  readonly leftOut: ReadonlySet<string>;
}

function keptMembers({ value, shown, parent, leftOut }: Kept): JsonObject {
  const kept: Record<string, Json> = {};
  for (const name in value) {
    const part = value[name];
    const kind = kindOfMember(name);
    if (part === undefined || leftOut.has(name)) continue;
    if (!kind.isPlain && isHiddenMember(name, part, parent)) continue;
    put(kept, kind.shown, keptIn(part, shown[kind.shown] ?? null, name));
  }
  return kept;
}

/** A member of whatever name: one called `__proto__` is a member too. */
function put<Value>(object: Record<string, Value>, name: string, value: Value): void {
  if (name === "__proto__") {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  } else object[name] = value;
}
