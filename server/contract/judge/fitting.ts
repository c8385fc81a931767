import type { Json, JsonObject } from "../../domain/json.ts";
import type { SchemaNode } from "../schema/schema-node.ts";
import { hasDecimals, isChoiceOfMembers, shapeOf } from "../schema/schema-node.ts";
import { isObject } from "../../domain/json.ts";
import { fullFormats } from "ajv-formats/dist/formats.js";
import type { FormatName } from "ajv-formats";

/**
 * What a text is held against. Patterns are read as Ajv reads them, lengths are in characters as Ajv's are, and formats
 * are the very functions that Ajv calls.
 */
function textFitting(node: SchemaNode): Fits {
  const { minLength = 0, maxLength = Infinity, pattern, enum: listed, const: fixed, format } = node;
  const values = listed && new Set(listed);
  const made = pattern === undefined ? undefined : new RegExp(pattern, "u");
  const isOfFormat = format === undefined ? undefined : formatOf(format);
  return (value) =>
    typeof value === "string" &&
    isLongEnough(value, minLength) &&
    isShortEnough(value, maxLength) &&
    (values === undefined || values.has(value)) &&
    (fixed === undefined || value === fixed) &&
    (made === undefined || made.test(value)) &&
    (isOfFormat === undefined || isOfFormat(value));
}

/** A format that is no function is left to Ajv. */
function formatOf(name: string): (text: string) => boolean {
  const format: unknown = fullFormats[name as FormatName];
  const validate = typeof format === "object" && format !== null && "validate" in format && format.validate;
  return typeof validate === "function" ? (validate as (text: string) => boolean) : () => false;
}

/** A character takes one or two of the units that `length` counts. */
function isLongEnough(text: string, least: number): boolean {
  return text.length >= least && (least < 2 || charactersOf(text) >= least);
}

function isShortEnough(text: string, most: number): boolean {
  return text.length <= most || (text.length <= 2 * most && charactersOf(text) <= most);
}

function charactersOf(text: string): number {
  let characters = text.length;
  for (let index = 1; index < text.length; index += 1) {
    const isPair = (text.charCodeAt(index) & UNIT) === LOW && (text.charCodeAt(index - 1) & UNIT) === HIGH;
    if (isPair) characters -= 1;
  }
  return characters;
}

/** The two halves of a character that takes two units (Unicode, surrogates). */
const UNIT = 0xfc00;
const HIGH = 0xd800;
const LOW = 0xdc00;

type Fitting = (node: SchemaNode) => Fits;

interface Member {
  readonly fits: Fits;
  readonly isRequired: boolean;
}

/** What an object is held against; made when a body first has one in its place. */
interface Plan {
  readonly members: ReadonlyMap<string, Member>;
  readonly required: number;
  /** Lists of members of which the object needs to have one; none: it needs none of them. */
  readonly choices: readonly (readonly string[])[];
}

/** A closed object. One that says nothing of other members is not judged here. */
function objectFitting(node: SchemaNode, fitting: Fitting): Fits {
  const isOpen =
    node.additionalProperties !== false || (node.anyOf !== undefined && !isChoiceOfMembers(node));
  if (isOpen) return () => false;
  let plan: Plan | undefined;
  return (value) => isObject(value) && objectFits((plan ??= planOf(node, fitting)), value);
}

function planOf({ properties = {}, required = [], anyOf = [] }: SchemaNode, fitting: Fitting): Plan {
  const members = Object.entries(properties).map(([name, node]): [string, Member] => {
    return [name, { fits: fitting(node), isRequired: required.includes(name) }];
  });
  const choices = anyOf.map((branch) => branch.required ?? []);
  return { members: new Map(members), required: required.length, choices };
}

function objectFits({ members, required, choices }: Plan, object: JsonObject): boolean {
  let missing = required;
  for (const name in object) {
    const member = members.get(name);
    if (member === undefined || !member.fits(object[name])) return false;
    if (member.isRequired) missing -= 1;
  }
  return missing === 0 && (choices.length === 0 || hasOneOf(object, choices));
}

/** Loops, since a function made here would cost every object its memory. */
function hasOneOf(object: JsonObject, choices: Plan["choices"]): boolean {
  for (const names of choices) if (hasAll(object, names)) return true;
  return false;
}

function hasAll(object: JsonObject, names: readonly string[]): boolean {
  for (const name of names) if (!Object.hasOwn(object, name)) return false;
  return true;
}

/** An object whose members have names of the sender's. */
function mapFitting(node: SchemaNode, fitting: Fitting): Fits {
  const { additionalProperties, propertyNames, maxProperties = Infinity } = node;
  if (typeof additionalProperties !== "object") return () => false;
  const fitsName = propertyNames === undefined ? () => true : fitting(propertyNames);
  const fits = fitting(additionalProperties);
  return (value) => {
    if (!isObject(value)) return false;
    let left = maxProperties;
    for (const name in value) {
      left -= 1;
      if (left < 0 || !fitsName(name) || !fits(value[name])) return false;
    }
    return true;
  };
}

/** Whether a value surely is as its contract wants it. What is not, or not surely, is for Ajv to judge and to tell. */
export type Fits = (value: Json | undefined) => boolean;

/**
 * The short way for bodies that have nothing wrong with them, which most are. It looks for no faults, so that it is
 * twice as fast as Ajv, and nothing is compiled for it (docs/decisions/0009-speed.md). Whoever adds a keyword to the
 * schemas need not add it here: nothing fits a node with an unknown one.
 */
export function fitting(node: SchemaNode): Fits {
  const { knows, make } = KINDS[kindOf(node)] ?? UNKNOWN;
  const isKnown = Object.keys(node).every((keyword) => knows.includes(keyword) || isRemark(keyword));
  return isKnown ? make(node) : NEVER;
}

function kindOf(node: SchemaNode): string {
  return shapeOf(node) === "map" ? "map" : (node.type ?? "forms");
}

interface Kind {
  /** The keywords that it judges. */
  readonly knows: readonly string[];
  readonly make: (node: SchemaNode) => Fits;
}

const NEVER: Fits = () => false;
const UNKNOWN: Kind = { knows: [], make: () => NEVER };

const KINDS: Readonly<Partial<Record<string, Kind>>> = {
  string: {
    knows: ["type", "minLength", "maxLength", "enum", "const", "pattern", "format"],
    make: textFitting,
  },
  number: { knows: ["type", "minimum", "maximum", "x-maxDecimals"], make: numberFitting },
  integer: { knows: ["type", "minimum", "maximum", "x-maxDecimals"], make: numberFitting },
  boolean: { knows: ["type"], make: () => (value) => typeof value === "boolean" },
  array: { knows: ["type", "items", "minItems", "maxItems"], make: listFitting },
  object: {
    knows: ["type", "properties", "required", "additionalProperties", "anyOf"],
    make: (node) => objectFitting(node, fitting),
  },
  map: {
    knows: ["type", "additionalProperties", "propertyNames", "maxProperties"],
    make: (node) => mapFitting(node, fitting),
  },
  forms: { knows: ["anyOf"], make: formsFitting },
};

const REMARKS = ["$comment", "$id", "contentMediaType", "default", "description", "title"];

function isRemark(keyword: string): boolean {
  return REMARKS.includes(keyword) || (keyword.startsWith("x-") && keyword !== "x-maxDecimals");
}

function numberFitting(node: SchemaNode): Fits {
  const { type, minimum = -Infinity, maximum = Infinity, "x-maxDecimals": decimals } = node;
  const isKind = type === "integer" ? Number.isInteger : Number.isFinite;
  return (value) =>
    typeof value === "number" &&
    isKind(value) &&
    value >= minimum &&
    value <= maximum &&
    (decimals === undefined || hasDecimals(decimals, value));
}

function listFitting({ items, minItems = 0, maxItems = Infinity }: SchemaNode): Fits {
  const fits = items === undefined ? NEVER : fitting(items);
  return (value) =>
    Array.isArray(value) && value.length >= minItems && value.length <= maxItems && value.every(fits);
}

/** A value that may have one of several forms. */
function formsFitting({ anyOf = [] }: SchemaNode): Fits {
  const forms = anyOf.map(fitting);
  return (value) => forms.some((fits) => fits(value));
}
