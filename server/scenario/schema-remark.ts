import { isScalar } from "yaml";
import type { Document } from "yaml";
import type { ErrorObject } from "ajv/dist/2020.js";
import { nearest } from "./nearest.ts";
import { describe, offsetOf, placeAt, stepInto } from "./yaml-place.ts";
import type { YamlPlace } from "./yaml-place.ts";

/** An error of the schema, for people: where in the text, and a sentence. */
export interface Remark {
  readonly offset: number;
  readonly message: string;
}

interface Faulty {
  readonly error: ErrorObject;
  readonly place: YamlPlace;
  readonly document: Document;
}

type Explain = (faulty: Faulty) => Remark;

const EXPLAIN: Readonly<Record<string, Explain>> = {
  additionalProperties: unknownKey,
  required: missingKey,
  oneOf: notOneOutcome,
  dependentRequired: lonelyKey,
  enum: unknownWord,
};

/** Undefined when the mistake has been told already: a key that is no text (yaml-source.ts). */
export function remarkOn(error: ErrorObject, document: Document): Remark | undefined {
  const place = placeAt(document, error.instancePath);
  if (error.propertyName === undefined)
    return (EXPLAIN[error.keyword] ?? unexpected)({ error, place, document });
  const { key } = stepInto(place.value, error.propertyName, document);
  if (!isScalar(key) || typeof key.value !== "string") return undefined;
  return unexpected({ error, place: { key: undefined, value: key }, document });
}

function unexpected({ error, place }: Faulty): Remark {
  const message = `expected ${expectation(error)}, got ${describe(place.value)}${quotesHint(error)}`;
  return { offset: offsetOf(place), message };
}

/** YAML takes 4000000000000101 and 66.60 for numbers, and numbers lose digits. */
function quotesHint({ keyword, params, data }: ErrorObject): string {
  if (keyword !== "type") return "";
  const { type } = params as { readonly type: string };
  if (type === "string" && (typeof data === "number" || typeof data === "boolean"))
    return ": put it in quotes";
  return type === "integer" && typeof data === "string" && /^-?\d+$/.test(data)
    ? ": leave out the quotes"
    : "";
}

function unknownWord({ error, place }: Faulty): Remark {
  const { allowedValues } = error.params as { readonly allowedValues: readonly string[] };
  const meant = typeof error.data === "string" ? nearest(error.data, allowedValues) : undefined;
  const help = meant === undefined ? `; known are ${allowedValues.join(", ")}` : `; did you mean ${meant}?`;
  const message = `expected ${expectation(error)}, got ${describe(place.value)}${help}`;
  return { offset: offsetOf(place), message };
}

function unknownKey({ error, place, document }: Faulty): Remark {
  const { additionalProperty } = error.params as { readonly additionalProperty: string };
  const known = Object.keys((error.parentSchema?.["properties"] ?? {}) as object);
  const meant = nearest(additionalProperty, known);
  const help = meant === undefined ? `known here are ${known.join(", ")}` : `did you mean "${meant}"?`;
  const { key } = stepInto(place.value, additionalProperty, document);
  return {
    offset: key?.range?.[0] ?? offsetOf(place),
    message: `unknown key ${describe(key)}; ${help}`,
  };
}

function missingKey({ error, place }: Faulty): Remark {
  const { missingProperty } = error.params as { readonly missingProperty: string };
  return { offset: offsetOf(place), message: `the key "${missingProperty}" is missing` };
}

/** The schema's only oneOf: a rule has an outcome or a sequence of them. */
function notOneOutcome({ error, place, document }: Faulty): Remark {
  const { passingSchemas } = error.params as { readonly passingSchemas: readonly number[] | null };
  if (passingSchemas === null)
    return { offset: offsetOf(place), message: 'a rule needs an "outcome", or "outcomes" for a sequence' };
  const { key } = stepInto(place.value, "outcomes", document);
  return {
    offset: key?.range?.[0] ?? offsetOf(place),
    message: 'a rule has either "outcome" or "outcomes", not both',
  };
}

function lonelyKey({ error, place, document }: Faulty): Remark {
  const { property, missingProperty } = error.params as Record<"property" | "missingProperty", string>;
  const { key } = stepInto(place.value, property, document);
  return {
    offset: key?.range?.[0] ?? offsetOf(place),
    message: `"${property}" goes with "${missingProperty}" only`,
  };
}

/** The schema's titles are written to follow "expected". */
function expectation({ parentSchema }: ErrorObject): string {
  const title: unknown = parentSchema?.["title"];
  return typeof title === "string" ? title : "something else";
}
