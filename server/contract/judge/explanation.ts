import type { Json } from "../../domain/json.ts";
import { nearest } from "../../domain/nearest.ts";
import { fieldOf } from "../schema/body-path.ts";
import { expectationOf, listed } from "./expectation.ts";
import type { Fault } from "./faults.ts";
import type { SchemaNode } from "../schema/schema-node.ts";
import { isSensitive, jsonName, plainValue } from "./shown-value.ts";

const EXPLANATION_MAX = 1000;
/** Leaves room for the value and the question, so that the list ends with a whole word. */
const ALLOWED_MAX = 780;

/**
 * The sentence for `error.explanation`, after the live gateway's patterns (assumption A14), and behind it what was
 * probably meant.
 */
export function explanationOf(fault: Fault): string {
  return (sentence(fault) + question(fault)).slice(0, EXPLANATION_MAX);
}

/** The name or value that was probably meant, as the contract has it; undefined when none is near. */
export function meantBy({ code, value, subject, member }: Fault): string | undefined {
  if (code === "unknown") return member && nearest(member, Object.keys(subject.properties ?? {}));
  return code === "enumeration" && typeof value === "string" ? nearest(value, subject.enum ?? []) : undefined;
}

function question(fault: Fault): string {
  const meant = meantBy(fault);
  if (meant === undefined) return "";
  return `. Did you mean '${fault.code === "unknown" ? fieldOf([...fault.at, meant]) : meant}'?`;
}

function sentence(fault: Fault): string {
  const { code, path, value, subject } = fault;
  const field = fieldOf(path);
  if (code === "unknown") return `Unexpected parameter '${field}'`;
  if (code === "missing") return `Missing parameter '${field}'`;
  if (path.length === 0 && code === "type")
    return `The request body must be a JSON object, but is ${jsonName(value)}`;
  return `Value '${plainValue(value, path)}' is invalid. ${reason(fault) ?? `Must be ${expectationOf(subject)}`}`;
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
