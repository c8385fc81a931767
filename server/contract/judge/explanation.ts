import type { Json } from "../../domain/json.ts";
import { fieldOf } from "../schema/body-path.ts";
import type { SchemaNode } from "../schema/schema-node.ts";
import type { Fault } from "./faults.ts";
import { meantBy } from "./meant.ts";
import type { Meant } from "./meant.ts";
import { isSensitive, jsonName, plainValue, quotedValue } from "./shown-value.ts";

const EXPLANATION_MAX = 1000;
/** Leaves room for the value and the question, so that the list ends with a whole word. */
const ALLOWED_MAX = 780;

/**
 * The sentence for `error.explanation`, after the live gateway's patterns (assumption A14), and behind it what was
 * probably meant.
 */
export function explanationOf(fault: Fault, meant: Meant): string {
  return (sentence(fault) + question(fault, meant)).slice(0, EXPLANATION_MAX);
}

function question({ code, at }: Fault, { word }: Meant): string {
  if (word === undefined) return "";
  return `. Did you mean '${code === "unknown" ? fieldOf([...at, word]) : word}'?`;
}

function sentence(fault: Fault): string {
  const { code, path, value, subject } = fault;
  const field = fieldOf(path);
  if (code === "unknown")
    return [`Unexpected parameter '${field}'`, ...nameRule(fault), ...placeNow(fault)].join(". ");
  if (code === "missing") return `Missing parameter '${field}'`;
  if (path.length === 0 && code === "type")
    return `The request body must be a JSON object, but is ${jsonName(value)}`;
  return `Value '${plainValue(value, path)}' is invalid. ${reason(fault) ?? `Must be ${expectationOf(subject)}`}`;
}

/** What the name of a member must be like, where any name of that kind is taken. */
function nameRule({ subject: { propertyNames } }: Fault): readonly string[] {
  return propertyNames?.description === undefined ? [] : [`The name must have ${propertyNames.description}`];
}

/** What the version calls the member, or which versions have it (assumption A491). */
function placeNow({ path, renamed, versions }: Fault): readonly string[] {
  if (renamed !== undefined) {
    const old = renamed.from.length === path.length ? "it" : `'${fieldOf(renamed.from)}'`;
    return [`In this version ${old} is '${fieldOf(renamed.to)}'`];
  }
  return versions === undefined ? [] : [`It exists ${versions}`];
}

/** Undefined where the gateway has no wording of its own for the fault. */
function reason({ code, keyword, path, value, subject, other }: Fault): string | undefined {
  switch (code) {
    case "length":
      return lengthReason(keyword, lengthOf(value), subject.minLength ?? 0, subject.maxLength ?? 0);
    case "format": {
      const character = isSensitive(path) ? undefined : strangerIn(value, subject["x-characters"]);
      return character === undefined ? formOf(subject) : `Invalid character '${character}'`;
    }
    case "contradiction":
      return `It contradicts '${other ?? ""}', which is the same member in another version`;
    case "fixed":
      return `Must be '${subject.const ?? ""}'`;
    case "enumeration":
      return `Must be one of ${listed(
        (subject.enum ?? []).map((allowed) => `'${allowed}'`),
        ALLOWED_MAX,
      )}`;
    case "type":
      return `Received ${jsonName(value)}, but must be ${expectationOf(subject)}`;
    default:
      return undefined;
  }
}

/** The form that is asked for, without the length, which is not what is wrong; undefined where it has no words. */
function formOf({ description, "x-type": type = "text" }: SchemaNode): string | undefined {
  return description === undefined ? undefined : `Must be ${type} (${description})`;
}

function lengthReason(keyword: string, length: number, least: number, most: number): string {
  const bound = keyword === "maxLength" ? `less than ${most + 1}` : `greater than ${least - 1}`;
  return `Length is ${length} characters, but must be ${bound}`;
}

/** Characters as JSON Schema counts them, by code point. */
export function lengthOf(value: Json | undefined): number {
  return typeof value === "string" ? Array.from(value).length : 0;
}

/** The first character that is not of the class; undefined when it is not the characters that are wrong. */
export function strangerIn(value: Json | undefined, characters: string | undefined): string | undefined {
  if (characters === undefined || typeof value !== "string") return undefined;
  return new RegExp(`[^${characters}]`, "u").exec(value)?.[0];
}

const VALUES_MAX = 400;

/** What a rule asks for, in words: "text of 1 to 40 characters". */
export function expectationOf(node: SchemaNode): string {
  if (node.anyOf && node.type === undefined) return node.anyOf.map(expectationOf).join(", or ");
  if (node.const !== undefined) return `the text ${JSON.stringify(node.const)}`;
  if (node.enum) return `one of ${listed(node.enum)}`;
  if (node.type === "object")
    return `a JSON object${extent(node.minProperties, node.maxProperties, "member")}`;
  if (node.type === "array") return `a JSON array${extent(node.minItems, node.maxItems, "element")}`;
  if (node.type === "boolean") return "true or false";
  return node.type === "string" ? textExpectation(node) : numberExpectation(node);
}

/** Names in a row, cut where it becomes too long to read. */
export function listed(names: readonly string[], longest = VALUES_MAX): string {
  const list = names.join(", ");
  return list.length > longest ? `${list.slice(0, list.lastIndexOf(",", longest))}, …` : list;
}

function textExpectation(node: SchemaNode): string {
  const text = `${textWords(node["x-type"])}${extent(node.minLength, node.maxLength, "character")}`;
  return node.description === undefined ? text : `${text} (${node.description})`;
}

function textWords(type: string | undefined): string {
  if (type === undefined) return "text";
  return type.endsWith(" text") ? type.charAt(0).toLowerCase() + type.slice(1) : `${type} as text`;
}

function numberExpectation(node: SchemaNode): string {
  const name = node.type === "integer" ? "a JSON number without a fraction" : "a JSON number";
  const decimals = node["x-maxDecimals"];
  const range = rangeOf(node.minimum ?? node.exclusiveMinimum, node.maximum ?? node.exclusiveMaximum);
  return `${name}${range}${decimals === undefined ? "" : ` with at most ${decimals} decimals`}`;
}

function rangeOf(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`;
  if (least !== undefined) return ` of at least ${least}`;
  return most === undefined ? "" : ` of at most ${most}`;
}

function extent(least: number | undefined, most: number | undefined, unit: string): string {
  const units = (count: number) => `${count} ${unit}${count === 1 ? "" : "s"}`;
  if (least !== undefined && least === most) return ` of exactly ${units(least)}`;
  if (least !== undefined && most !== undefined) return ` of ${least} to ${units(most)}`;
  if (least !== undefined) return ` of at least ${units(least)}`;
  return most === undefined ? "" : ` of at most ${units(most)}`;
}

/** What the contract requires at the place of the fault. */
export function expectedBy(fault: Fault): string {
  if (fault.code === "unknown") return "no such member";
  if (fault.code === "contradiction") return `the same as in ${fault.other ?? ""}`;
  if (fault.keyword === "anyOf") return `one of ${listed(choices(fault))}`;
  return expectationOf(fault.subject);
}

/** The sentence for people: the field, its fault, the rule, and what was probably meant. */
export function messageOf(fault: Fault, contract: string, meant = meantBy(fault)): string {
  const field = fault.path.length === 0 ? "The request body" : fieldOf(fault.path);
  if (fault.code === "unknown") {
    const sentences = [`${field} is not a member of ${contract}`, ...nameRule(fault), ...placeNow(fault)];
    return `${sentences.join(". ")}.${suggestion(fault, meant)}`;
  }
  return `${field} ${complaint(fault)}; the contract requires ${expectedBy(fault)}.${suggestion(fault, meant)}`;
}

function complaint({ code, path, value, subject }: Fault): string {
  switch (code) {
    case "missing":
      return "is missing";
    case "type":
      return typed(value, quotedValue(value, path));
    case "length":
      return `has ${lengthOf(value)} characters`;
    case "count":
      return `has ${Object.keys(value ?? {}).length} ${Array.isArray(value) ? "elements" : "members"}`;
    case "format":
      return `is ${quotedValue(value, path)}${strange(isSensitive(path) ? undefined : value, subject["x-characters"])}`;
    default:
      return `is ${quotedValue(value, path)}`;
  }
}

function typed(value: Json | undefined, shown: string): string {
  if (typeof value === "number") return `is the JSON number ${shown}`;
  return typeof value === "string" ? `is the text ${shown}` : `is ${jsonName(value)}`;
}

function strange(value: Json | undefined, characters: string | undefined): string {
  const character = strangerIn(value, characters);
  return character === undefined ? "" : ` with the invalid character '${character}'`;
}

function choices({ rule }: Fault): readonly string[] {
  return (rule.anyOf ?? []).map((branch) => (branch.required ?? []).join(" and "));
}

function suggestion({ code }: Fault, { word, value }: Meant): string {
  const meant = code === "length" || code === "format" ? value : word;
  if (meant === undefined) return "";
  return ` Did you mean ${code === "unknown" ? meant : JSON.stringify(meant)}?`;
}
