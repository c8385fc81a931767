import { maskMemberNumber, maskNumber, maskText } from "../domain/card.ts";
import { isObject } from "../domain/json.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import { holdsNumber, isSecretMember } from "../domain/secret-members.ts";

/** Members that steer the request and are no part of the transaction. */
const NOT_KEPT = new Set(["apiOperation", "correlationId", "responseControls", "session"]);

const HIDDEN = "xxx";

/** The body as the exchange shows it: every member is there, card data is masked. */
export function maskBody(body: Json): Json {
  return maskMember(body, { ...TOP, hide: () => HIDDEN });
}

/** The body as it is stored with the transaction: secret members are gone, numbers are masked. */
export function storedRequest(body: JsonObject): JsonObject {
  const masked = maskMember(withoutSteering(body), { ...TOP, hide: () => undefined });
  return isObject(masked) ? masked : {};
}

/** The body without the members that steer the request. */
export function withoutSteering(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !NOT_KEPT.has(name)));
}

const TOP = { name: undefined, isNumber: false } as const;

/** Where a value stands, and what becomes of secrets. */
interface Place {
  /** Member that the value, or the list around it, belongs to. */
  readonly name: string | undefined;
  /** Whether a member for numbers holds the value: directly, in a list, or in an object in the value's place. */
  readonly isNumber: boolean;
  readonly hide: () => Json | undefined;
}

function maskMember(value: Json, place: Place): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => maskMember(item, place));
  if (isObject(value)) return maskObject(value, place);
  if (typeof value === "number") return maskLongNumber(value, place);
  if (typeof value !== "string") return value;
  return place.isNumber ? maskMemberNumber(value) : maskText(value);
}

/** No amount has this many digits, and a JSON number that has may be a card number that lost its last digits. */
const DIGITS_OF_NUMBER_MAX = 13;

function maskLongNumber(value: number, { isNumber }: Place): Json {
  if (!Number.isFinite(value)) return value;
  const digits = BigInt(Math.trunc(Math.abs(value))).toString();
  if (digits.length > DIGITS_OF_NUMBER_MAX) return maskNumber(digits);
  const masked = isNumber ? maskMemberNumber(digits) : maskText(digits);
  return masked === digits ? value : masked;
}

function maskObject(value: JsonObject, place: Place): JsonObject {
  const masked: [string, Json][] = [];
  for (const [name, part] of Object.entries(value)) {
    const isNumber = place.isNumber || holdsNumber(name, place.name);
    if (part === undefined) continue;
    const shown = isHidden(name, part, place) ? place.hide() : maskMember(part, { ...place, name, isNumber });
    if (shown !== undefined) masked.push([maskText(name), shown]);
  }
  return Object.fromEntries(masked);
}

/** Secrets, and numbers in pieces: a list or group in the place of a number may hold it digit by digit. */
function isHidden(name: string, part: Json, place: Place): boolean {
  if (isSecretMember(name, part)) return true;
  return typeof part === "object" && part !== null && holdsNumber(name, place.name);
}
