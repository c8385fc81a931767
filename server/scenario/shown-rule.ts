import { maskNumber, maskText } from "../domain/card/card.ts";
import { isObject } from "../domain/json.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import type { RuleEntry } from "./scenario-file.ts";

/** Conditions name card numbers of any kind, also those that no scheme issues. */
const CARD_DIGITS = /\d{9,19}/g;

const SECRETS: readonly string[] = ["securityCode", "pin"];

/** What a rule is about and what it does, without its names, and with nothing of a card that may not be shown. */
export function shownRule({ when, ...rest }: RuleEntry): JsonObject {
  const rule = { ...(when && { when }), ...rest, id: undefined, case: undefined };
  return maskedMembers(rule as unknown as JsonObject, false);
}

function maskedMembers(members: JsonObject, isSecret: boolean): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, masked(value, isSecret || SECRETS.includes(name))]],
    ),
  );
}

function masked(value: Json, isSecret: boolean): Json {
  if (typeof value === "string") return isSecret ? "x".repeat(value.length) : shownText(value);
  if (typeof value === "number") return shownNumber(value, isSecret);
  if (isObject(value)) return maskedMembers(value, isSecret);
  return Array.isArray(value) ? value.map((item: Json) => masked(item, isSecret)) : value;
}

/** YAML takes digits without quotes for a number. */
function shownNumber(value: number, isSecret: boolean): Json {
  const text = String(value);
  const shown = isSecret ? "x".repeat(text.length) : shownText(text);
  return shown === text ? value : shown;
}

/** Tracks go first: without the digits in front of them they are not known as such. */
function shownText(text: string): string {
  return maskText(text).replace(CARD_DIGITS, maskNumber);
}
