import { maskNumber, maskStart } from "../../domain/card/card.ts";
import { isObject } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import { holdsNumber, isSecretPath } from "../../domain/card/secret-members.ts";
import type { BodyPath } from "../schema/body-path.ts";

/** What is shown of a value that must not be seen. */
const HIDDEN = "xxxx";
const SHOWN_MAX = 60;

/** Whether a value at the path must not be seen: it is a secret, or a number of a card or an account. */
export function isSensitive(path: BodyPath): boolean {
  const names = path.filter((step) => typeof step === "string");
  return isSecretPath(names) || names.some((name, index) => holdsNumber(name, names[index - 1]));
}

/** A text or number without quotes, masked and shortened, for `Value '…' is invalid`. */
export function plainValue(value: Json | undefined, path: BodyPath): string {
  if (typeof value !== "string" && typeof value !== "number") return jsonName(value);
  const text = String(value);
  if (isSensitive(path)) return masked(text, path);
  return maskStart(text, SHOWN_MAX);
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
  const [parent, name] = [path.at(-2), String(path.at(-1))];
  const isNumber =
    holdsNumber(name, typeof parent === "string" ? parent : undefined) && /^\d{13,19}$/.test(text);
  return isNumber ? maskNumber(text) : HIDDEN;
}
