import { maskNumber, maskText } from "../domain/card.ts";
import { isObject } from "../domain/json.ts";
import type { Json, JsonObject } from "../domain/json.ts";

/** Members that never leave memory, wherever they stand: a name is enough, so misplaced ones are caught too. */
const SECRET = new Set([
  "cryptogram",
  "emvRequest",
  "onlinePaymentCryptogram",
  "payload",
  "paymentToken",
  "securityCode",
  "track1",
  "track2",
]);

/** Members that hold a number of which six leading and four trailing digits may be shown. */
const NUMBER = new Set(["bankAccountNumber", "cardNumber", "iban", "identifier", "maskedFpan", "number"]);

/** Members that steer the request and are no part of the transaction. */
const NOT_KEPT = new Set(["apiOperation", "correlationId", "responseControls", "session"]);

const HIDDEN = "xxx";

/** The body as the exchange shows it: every member is there, card data is masked. */
export function maskBody(body: Json): Json {
  return maskMember(body, undefined, () => HIDDEN);
}

/** The body as it is stored with the transaction: secret members are gone, numbers are masked. */
export function storedRequest(body: JsonObject): JsonObject {
  const kept = Object.entries(body).filter(([name]) => !NOT_KEPT.has(name));
  const masked = maskMember(Object.fromEntries(kept), undefined, () => undefined);
  return isObject(masked) ? masked : {};
}

type Hide = () => Json | undefined;

function maskMember(value: Json, name: string | undefined, hide: Hide): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => maskMember(item, name, hide));
  if (isObject(value)) return maskObject(value, hide);
  if (typeof value === "number") return maskLongNumber(value);
  if (typeof value !== "string") return value;
  return name !== undefined && isNumberMember(name, value) ? maskNumber(value) : maskText(value);
}

/** No amount has this many digits, and a JSON number that has may be a card number that lost its last digits. */
const DIGITS_OF_NUMBER_MAX = 13;

function maskLongNumber(value: number): Json {
  const digits = BigInt(Math.trunc(Math.abs(value))).toString();
  return digits.length > DIGITS_OF_NUMBER_MAX
    ? maskNumber(digits)
    : maskText(digits) === digits
      ? value
      : maskText(digits);
}

function maskObject(value: JsonObject, hide: Hide): JsonObject {
  const masked: [string, Json][] = [];
  for (const [name, part] of Object.entries(value)) {
    const shown =
      part === undefined ? undefined : isSecret(name, part) ? hide() : maskMember(part, name, hide);
    if (shown !== undefined) masked.push([maskText(name), shown]);
  }
  return Object.fromEntries(masked);
}

/** `pin` is a group of a card and the secret itself of a gift card. */
function isSecret(name: string, value: Json): boolean {
  return SECRET.has(name) || (name === "pin" && !isObject(value));
}

function isNumberMember(name: string, text: string): boolean {
  return NUMBER.has(name) && /^\d{9,}$/.test(text);
}
