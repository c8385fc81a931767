import { maskNumber, maskText } from "../domain/card.ts";
import { isObject } from "../domain/json.ts";
import type { Json } from "../domain/json.ts";
import type { BodyPath } from "./body-path.ts";

/** What is shown of a value that must not be seen. */
const HIDDEN = "xxxx";
const SHOWN_MAX = 60;
/** Enough to mask a number that crosses SHOWN_MAX; what lies beyond is never shown. */
const READ_MAX = 400;

/** Members whose value is a card number (or a bank account), shown masked as it is in answers. */
const NUMBERS = ["number", "cardnumber", "pan", "bankaccountnumber", "iban"];

/**
 * Members whose value is never shown, wherever they stand, along with all beneath them: those of the
 * specification (section 2.10) and names that people give to the same data (assumption A16).
 */
const SECRETS = [
  ...["securitycode", "track1", "track2", "payload", "emvrequest", "onlinepaymentcryptogram"],
  ...["cardsecuritycode", "csc", "cvc", "cvc2", "cvv", "cvv2", "cid", "paymenttoken", "trackdata"],
];

/** Secret when they are the value themselves; what stands beneath them has rules of its own. */
const SECRET_LEAVES = ["pin", "track"];

export function isSensitive(path: BodyPath): boolean {
  const names = path.filter((step) => typeof step === "string").map((name) => name.toLowerCase());
  if (names.some((name) => SECRETS.includes(name) || NUMBERS.includes(name))) return true;
  return SECRET_LEAVES.includes(names.at(-1) ?? "");
}

/** A text or number without quotes, masked and shortened, for `Value '…' is invalid`. */
export function plainValue(value: Json | undefined, path: BodyPath): string {
  if (typeof value !== "string" && typeof value !== "number") return jsonName(value);
  const text = String(value);
  if (isSensitive(path)) return masked(text, path);
  const shown = maskText(text.slice(0, READ_MAX));
  return shown.length > SHOWN_MAX ? `${shown.slice(0, SHOWN_MAX)}…` : shown;
}

/** The value as it is shown in a sentence: texts quoted, objects and arrays by what they are. */
export function quotedValue(value: Json | undefined, path: BodyPath): string {
  return typeof value === "string" ? JSON.stringify(plainValue(value, path)) : plainValue(value, path);
}

/** What kind of JSON value it is, with its article. */
export function jsonName(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a JSON array";
  if (isObject(value)) return "a JSON object";
  if (typeof value === "boolean") return `the JSON boolean ${value ? "true" : "false"}`;
  return typeof value === "number" ? "a JSON number" : "text";
}

/** Only a value that is all digits is known to be a number whose middle the mask hides. */
function masked(text: string, path: BodyPath): string {
  const isNumber = NUMBERS.includes(String(path.at(-1)).toLowerCase()) && /^\d{13,19}$/.test(text);
  return isNumber ? maskNumber(text) : HIDDEN;
}
