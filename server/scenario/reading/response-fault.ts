import type { ErrorObject } from "ajv/dist/2020.js";
import { nearest } from "../../domain/nearest.ts";
import { maskText } from "../../domain/card/card.ts";
import { holdsNumber } from "../../domain/card/secret-members.ts";
import { pointerBelow } from "../../domain/json-pointer.ts";
import { describe, maskDigits } from "../../document/yaml-place.ts";
import type { YamlPlace } from "../../document/yaml-place.ts";

/** What stands at a JSON pointer under the rule's response. */
export type PlaceOf = (pointer: string) => YamlPlace;

/** What an answer would break, for people. */
export interface ResponseFault {
  /** Under the rule's `response`; "" is all of it. */
  readonly pointer: string;
  /** The member's name is what is wrong, not its value. */
  readonly isOfName: boolean;
  readonly message: string;
}

const TYPES: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  integer: "a whole number",
  number: "a number",
  object: "a mapping",
  string: "text",
};

/** What the contract's patterns mean. */
const FORMS: Readonly<Record<string, string>> = {
  "^[A-Z]{3}$": "three capital letters",
  "^([1-9]|1[0-2])$": "a month from 1 to 12",
  "^[0-9]{4}$": "four digits",
  "^[0-9]{6}$": "six digits",
  "^[0-9]{10}$": "ten digits",
  "^[0-9]{12}$": "twelve digits",
  "^[0-9]{1,3}$": "up to three digits",
  "^[0-9a-f]{10}$": "ten digits and letters from a to f",
  "^[0-9a-f]{16}$": "sixteen digits and letters from a to f",
  "^[0-9a-zA-Z]{1,6}$": "up to six letters and digits",
  "^[+-][0-9]{4}$": "a time zone such as +0200",
  "^[0-9]{4}-[0-9]{2}-[0-9]{2}$": "a day such as 2030-01-15",
  "^[0-9]{2}:[0-9]{2}:[0-9]{2}$": "a time of day such as 10:20:30",
  "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$":
    "a time such as 2030-01-15T10:20:30.000Z",
  "^(?:[0-9]{6}x+[0-9]{4}|x+)$": "a masked number such as 512345xxxxxx0008",
  "^([0-9]{6}x+[0-9]{4}|x+)$": "a masked number such as 512345xxxxxx0008",
  "^(.{6}x+.{4}|x+)$": "a masked number such as 512345xxxxxx0008",
};

/** The response contract has no titles of its own: its keywords say what is expected. */
const EXPECTED: Readonly<Record<string, (params: Record<string, unknown>) => string>> = {
  type: ({ type }) => TYPES[String(type)] ?? String(type),
  const: ({ allowedValue }) => JSON.stringify(allowedValue),
  enum: ({ allowedValues }) => `one of ${(allowedValues as readonly string[]).join(", ")}`,
  pattern: ({ pattern }) => FORMS[String(pattern)] ?? "text in another format",
  minLength: () => "text that is not empty",
  maxLength: ({ limit }) => `text of at most ${String(limit)} characters`,
  minItems: () => "a list that is not empty",
  minimum: ({ limit }) => `at least ${String(limit)}`,
  maximum: ({ limit }) => `at most ${String(limit)}`,
  "x-maxDecimals": () => "fewer decimals",
};

/** Undefined for what only says again that something else is wrong. */
export function responseFault(error: ErrorObject, placeOf: PlaceOf): ResponseFault | undefined {
  const { keyword, instancePath, params } = error;
  if (keyword === "propertyNames") return undefined;
  if (keyword === "additionalProperties") return unknownMember(error);
  if (keyword === "false schema") {
    const name = instancePath.slice(instancePath.lastIndexOf("/") + 1);
    return { pointer: instancePath, isOfName: true, message: noMember(name) };
  }
  const expected = EXPECTED[keyword]?.(params as Record<string, unknown>) ?? "something else";
  const mask = isOfNumber(instancePath) ? maskDigits : maskText;
  const message = `answers have ${expected} here, got ${describe(placeOf(instancePath).value, mask)}${hint(error)}`;
  return { pointer: instancePath, isOfName: false, message };
}

function isOfNumber(pointer: string): boolean {
  const names = pointer.split("/");
  return names.some((name, index) => holdsNumber(name, names[index - 1]));
}

/** Where the fault is: at the member itself when it is unknown. */
export function pointerOf({ keyword, instancePath, params }: ErrorObject): string {
  if (keyword !== "additionalProperties") return instancePath;
  const { additionalProperty: name } = params as { readonly additionalProperty: string };
  return pointerBelow(instancePath, name);
}

function unknownMember(error: ErrorObject): ResponseFault {
  const { params, parentSchema } = error;
  const { additionalProperty: name } = params as { readonly additionalProperty: string };
  const known = Object.entries((parentSchema?.["properties"] ?? {}) as Record<string, unknown>);
  const meant = nearest(
    name,
    known.filter(([, schema]) => schema !== false).map(([member]) => member),
  );
  const pointer = pointerOf(error);
  const [outer = "", ...inner] = name.split(".");
  if (known.some(([member]) => member === outer) && inner.length > 0)
    return { pointer, isOfName: true, message: `${noMember(name)}; nest it: ${nested(outer, inner)}` };
  const help = meant === undefined ? "" : `; did you mean "${meant}"?`;
  return { pointer, isOfName: true, message: `${noMember(name)}${help}` };
}

/** `order: { description: … }` */
function nested(outer: string, [first = "", ...others]: readonly string[]): string {
  return `${outer}: { ${others.length === 0 ? `${first}: …` : nested(first, others)} }`;
}

function noMember(name: string): string {
  return `answers do not have a member "${maskText(name)}" here`;
}

function hint({ keyword, params, data }: ErrorObject): string {
  if (keyword === "type" && (params as { readonly type?: unknown }).type === "string")
    return typeof data === "number" || typeof data === "boolean" ? ": put it in quotes" : "";
  if (keyword === "type") return typeof data === "string" ? ": remove the quotes" : "";
  if (keyword !== "enum" || typeof data !== "string") return "";
  const meant = nearest(data, (params as { readonly allowedValues: readonly string[] }).allowedValues);
  return meant === undefined ? "" : `; did you mean ${meant}?`;
}
