import type { ErrorObject } from "ajv/dist/2020.js";
import { nearest } from "../../domain/nearest.ts";
import { describe } from "../../document/yaml-place.ts";
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
  string: "a text",
};

/** The response contract has no titles of its own: its keywords say what is expected. */
const EXPECTED: Readonly<Record<string, (params: Record<string, unknown>) => string>> = {
  type: ({ type }) => TYPES[String(type)] ?? String(type),
  const: ({ allowedValue }) => JSON.stringify(allowedValue),
  enum: ({ allowedValues }) => `one of ${(allowedValues as readonly string[]).join(", ")}`,
  pattern: ({ pattern }) => `a text that fits ${String(pattern)}`,
  minLength: () => "a text that is not empty",
  maxLength: ({ limit }) => `a text of at most ${String(limit)} characters`,
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
  const message = `answers have ${expected} here, got ${describe(placeOf(instancePath).value)}${hint(error)}`;
  return { pointer: instancePath, isOfName: false, message };
}

function unknownMember({ instancePath, params, parentSchema }: ErrorObject): ResponseFault {
  const { additionalProperty: name } = params as { readonly additionalProperty: string };
  const known = Object.entries((parentSchema?.["properties"] ?? {}) as Record<string, unknown>);
  const meant = nearest(
    name,
    known.filter(([, schema]) => schema !== false).map(([member]) => member),
  );
  const help = meant === undefined ? "" : `; did you mean "${meant}"?`;
  const pointer = `${instancePath}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return { pointer, isOfName: true, message: `${noMember(name)}${help}` };
}

function noMember(name: string): string {
  return `answers have no member "${name}" here`;
}

function hint({ keyword, params, data }: ErrorObject): string {
  if (keyword === "type" && (params as { readonly type?: unknown }).type === "string")
    return typeof data === "number" || typeof data === "boolean" ? ": put it in quotes" : "";
  if (keyword === "type") return typeof data === "string" ? ": leave out the quotes" : "";
  if (keyword !== "enum" || typeof data !== "string") return "";
  const meant = nearest(data, (params as { readonly allowedValues: readonly string[] }).allowedValues);
  return meant === undefined ? "" : `; did you mean ${meant}?`;
}
