import type { Json } from "../domain/json.ts";
import { hasDecimals } from "./decimals.ts";
import { mapFitting, objectFitting } from "./object-fitting.ts";
import type { SchemaNode } from "./schema-node.ts";
import { shapeOf } from "./schema-node.ts";
import { textFitting } from "./text-fitting.ts";

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
