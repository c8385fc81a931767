import { isScalar } from "yaml";
import type { Document } from "yaml";
import type { ErrorObject } from "ajv/dist/2020.js";
import { maskText } from "../domain/card/card.ts";
import { nearest } from "../domain/nearest.ts";
import { describe, offsetOf, placeAt, stepInto } from "./yaml-place.ts";
import type { YamlPlace } from "./yaml-place.ts";

/** An error of the schema, for people: where in the text, and a sentence. */
export interface Remark {
  readonly offset: number;
  readonly message: string;
}

export interface KeywordMessages {
  /** What an anyOf of required keys means when none of them is there, by the title of what should have them. */
  readonly anyOf?: Readonly<Record<string, string>>;
  /** Of a oneOf: nothing of it is there, or too much, and at which key to point then: the first that is there. */
  readonly oneOf?: { readonly none: string; readonly several: string; readonly keys: readonly string[] };
  /** Titles of values that are never quoted. */
  readonly secret?: readonly string[];
  /** By the title of what was expected: how a value that is often written otherwise is to be written. */
  readonly forms?: Readonly<Record<string, RightForm>>;
}

/** The right form, to stand behind a colon; undefined where none comes to mind. The pointer is that of the value. */
export type RightForm = (written: unknown, pointer: string) => string | undefined;

interface Faulty {
  readonly error: ErrorObject;
  readonly place: YamlPlace;
  readonly document: Document;
  readonly messages: KeywordMessages;
}

type Explain = (faulty: Faulty) => Remark;

const EXPLAIN: Readonly<Record<string, Explain>> = {
  additionalProperties: unknownKey,
  required: missingKey,
  oneOf: notOne,
  anyOf: none,
  dependentRequired: lonelyKey,
  enum: unknownWord,
};

/** Undefined when the mistake has been told already: a key that is no text (yaml-source.ts). */
export function remarkOn(
  error: ErrorObject,
  document: Document,
  messages: KeywordMessages,
): Remark | undefined {
  const place = placeAt(document, error.instancePath);
  if (error.propertyName === undefined)
    return (EXPLAIN[error.keyword] ?? unexpected)({ error, place, document, messages });
  const { key } = stepInto(place.value, error.propertyName, document);
  if (!isScalar(key) || typeof key.value !== "string") return undefined;
  return unexpected({ error, place: { key: undefined, value: key }, document, messages });
}

function unexpected({ error, place, messages }: Faulty): Remark {
  const expected = expectation(error);
  if (messages.secret?.includes(expected) === true)
    return { offset: offsetOf(place), message: `expected ${expected}` };
  const got = isAmount(error) ? describe(place.value, maskText) : describe(place.value);
  const form = messages.forms?.[expected]?.(error.data, error.instancePath);
  const hint = form === undefined ? quotesHint(error) + digitsHint(error) : `: ${form}`;
  return { offset: offsetOf(place), message: `expected ${expected}, got ${got}${hint}` };
}

/** YAML takes 4000000000000101 and 66.60 for numbers, and numbers lose digits. */
function quotesHint({ keyword, params, data }: ErrorObject): string {
  if (keyword !== "type") return "";
  const { type } = params as { readonly type: string };
  if (type === "string" && (typeof data === "number" || typeof data === "boolean"))
    return ": put it in quotes";
  const written = type === "integer" ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/;
  return (type === "integer" || type === "number") && typeof data === "string" && written.test(data)
    ? ": remove the quotes"
    : "";
}

/** An amount has digits of its own, which are no card number's. */
function isAmount({ parentSchema }: ErrorObject): boolean {
  return String(parentSchema?.["title"]).startsWith("an amount ");
}

function digitsHint(error: ErrorObject): string {
  if (error.keyword !== "pattern" || !isAmount(error)) return "";
  const [, whole = "", decimals = ""] = /^(\d+)(?:\.(\d*))?$/.exec(String(error.data)) ?? [];
  const isTooLong = whole.length > 12 || decimals.length > 3;
  return isTooLong ? ": too many digits, up to 12 go before the point and three behind it" : "";
}

function unknownWord({ error, place }: Faulty): Remark {
  const { allowedValues } = error.params as { readonly allowedValues: readonly string[] };
  const meant = typeof error.data === "string" ? nearest(error.data, allowedValues) : undefined;
  const help =
    meant === undefined ? `; it must be one of ${allowedValues.join(", ")}` : `; did you mean ${meant}?`;
  const message = `expected ${expectation(error)}, got ${describe(place.value)}${help}`;
  return { offset: offsetOf(place), message };
}

function unknownKey({ error, place, document }: Faulty): Remark {
  const { additionalProperty } = error.params as { readonly additionalProperty: string };
  const meant = meantKey(error);
  const help =
    meant === undefined ? `the known keys are ${knownKeys(error).join(", ")}` : `did you mean "${meant}"?`;
  const { key } = stepInto(place.value, additionalProperty, document);
  return {
    offset: key?.range?.[0] ?? offsetOf(place),
    message: `unknown key ${describe(key)}; ${help}`,
  };
}

/** Of a key that is not known: the one that was probably meant. */
export function meantKey(error: ErrorObject): string | undefined {
  const { additionalProperty } = error.params as { readonly additionalProperty?: string };
  return additionalProperty === undefined ? undefined : nearest(additionalProperty, knownKeys(error));
}

function knownKeys({ parentSchema }: ErrorObject): readonly string[] {
  return Object.keys((parentSchema?.["properties"] ?? {}) as object);
}

function missingKey({ error, place }: Faulty): Remark {
  const { missingProperty } = error.params as { readonly missingProperty: string };
  return { offset: offsetOf(place), message: `the key "${missingProperty}" is missing` };
}

function none({ error, place, messages }: Faulty): Remark {
  const expected = expectation(error);
  return { offset: offsetOf(place), message: messages.anyOf?.[expected] ?? `expected ${expected}` };
}

function notOne({ error, place, document, messages }: Faulty): Remark {
  const { passingSchemas } = error.params as { readonly passingSchemas: readonly number[] | null };
  const { none, several, keys } = messages.oneOf ?? {
    none: expectation(error),
    several: expectation(error),
    keys: [],
  };
  if (passingSchemas === null) return { offset: offsetOf(place), message: none };
  const [found] = keys.flatMap((key) => stepInto(place.value, key, document).key ?? []);
  return { offset: found?.range?.[0] ?? offsetOf(place), message: several };
}

function lonelyKey({ error, place, document }: Faulty): Remark {
  const { property, missingProperty } = error.params as Record<"property" | "missingProperty", string>;
  const { key } = stepInto(place.value, property, document);
  return {
    offset: key?.range?.[0] ?? offsetOf(place),
    message: `"${property}" is allowed only with "${missingProperty}"`,
  };
}

/** The schema's titles are written to follow "expected". */
function expectation({ parentSchema }: ErrorObject): string {
  const title: unknown = parentSchema?.["title"];
  return typeof title === "string" ? title : "something else";
}
