import { fullFormats } from "ajv-formats/dist/formats.js";
import type { FormatName } from "ajv-formats";
import type { Fits } from "./fitting.ts";
import type { SchemaNode } from "./schema-node.ts";

/**
 * What a text is held against. Patterns are read as Ajv reads them, lengths are in characters as Ajv's are, and formats
 * are the very functions that Ajv calls.
 */
export function textFitting(node: SchemaNode): Fits {
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
