import { isObject } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { AnswerFiles } from "./answer-files.ts";
import type { Components } from "./components.ts";
import { pascalCase } from "./names.ts";

interface Place {
  readonly file: string;
  readonly pointer: string;
}

interface Found {
  readonly node: JsonObject;
  /** Where the node's own members stand. */
  readonly home: Place;
}

/** The document of the answers, to which its schemas go, and on whose behalf they are asked for. */
export interface AnswerUse {
  readonly files: AnswerFiles;
  readonly components: Components;
  readonly owner: string;
}

const NOT_SHOWN = /^(?:\$.*|title|x-(?!maxDecimals$|type$).*)$/;

/** Shapes the schema of an answer into one of the document. */
export function answerSchema(use: AnswerUse, file: string): JsonObject {
  return ownSchema(use, resolved(use.files, { file, pointer: "" }));
}

function shaped(use: AnswerUse, place: Place): Json {
  const raw = at(use.files, place);
  if (!isObject(raw)) return raw;
  const found = resolved(use.files, place);
  const schema = ownSchema(use, found);
  const first = typeof raw["$ref"] === "string" ? target(raw["$ref"], place) : place;
  const name = sharedName(schema, first, found.home);
  return name === undefined ? schema : use.components.share({ name, owner: use.owner }, schema);
}

function ownSchema(use: AnswerUse, { node, home }: Found): JsonObject {
  const below = (step: string): Place => ({ file: home.file, pointer: `${home.pointer}/${step}` });
  const members = Object.entries(node).flatMap(([keyword, value]): [string, Json][] => {
    if (value === undefined || NOT_SHOWN.test(keyword)) return [];
    if (keyword === "properties" && isObject(value)) {
      const names = Object.keys(value).sort();
      const properties = names.map((name) => [name, shaped(use, below(`properties/${name}`))]);
      return [[keyword, Object.fromEntries(properties) as JsonObject]];
    }
    if (Array.isArray(value) && CHOICES.includes(keyword)) {
      return [[keyword, value.map((_, index) => shaped(use, below(`${keyword}/${index}`)))]];
    }
    return [[keyword, isObject(value) && NESTED.includes(keyword) ? shaped(use, below(keyword)) : value]];
  });
  return Object.fromEntries(isOpen(node) ? [...members, ["additionalProperties", true]] : members);
}

/** Generators take an object of which nothing is said for an empty one. */
function isOpen({ type, properties, additionalProperties }: JsonObject): boolean {
  return type === "object" && properties === undefined && additionalProperties === undefined;
}

const CHOICES = ["allOf", "anyOf", "oneOf"];
const NESTED = ["additionalProperties", "else", "if", "items", "propertyNames", "then"];

/**
 * The node with what it refers to. Beside a reference it can say which of the members there are in this version:
 * `false` takes one away.
 */
function resolved(files: AnswerFiles, place: Place): Found {
  const node = at(files, place);
  if (!isObject(node)) throw new Error(`${place.file}#${place.pointer} is no object`);
  if (typeof node["$ref"] !== "string") return { node, home: place };
  const { $ref, properties, required, ...others } = node;
  const used = resolved(files, target($ref, place));
  const without = isObject(properties)
    ? Object.keys(properties).filter((name) => properties[name] === false)
    : [];
  const kept = Object.entries(objectOf(used.node["properties"])).filter(([name]) => !without.includes(name));
  const needed = [...textsOf(used.node["required"]), ...textsOf(required)];
  const all = [...new Set(needed)].filter((name) => !without.includes(name)).sort();
  const members = {
    ...(kept.length > 0 && { properties: Object.fromEntries(kept) }),
    ...(all.length > 0 && { required: all }),
  };
  return { node: { ...used.node, ...others, ...members }, home: used.home };
}

function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function textsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly Json[]).map(String) : [];
}

function target($ref: string, from: Place): Place {
  const url = new URL($ref, `schemas:///${from.file}`);
  return { file: url.pathname.slice(1), pointer: url.hash.slice(1) };
}

function at(files: AnswerFiles, { file, pointer }: Place): Json {
  const steps = pointer.split("/").slice(1);
  const start: Json | undefined = files.get(file);
  const found = steps.reduce<Json | undefined>((value, step) => {
    if (Array.isArray(value)) return (value as readonly Json[])[Number(step)];
    return isObject(value) ? value[step] : undefined;
  }, start);
  if (found === undefined) throw new Error(`there is no schema ${file}#${pointer}`);
  return found;
}

const DEFINITION = /^\/\$defs\/(?:[^/]+\/properties\/)?([^/]+)$/;

/**
 * Objects that stand among the definitions, or are a member of one of them, are called as they are referred to;
 * enumerations are called as they were defined.
 */
function sharedName(schema: JsonObject, first: Place, home: Place): string | undefined {
  const isEnumeration = schema["enum"] !== undefined;
  if (!isEnumeration && !isObject(schema["properties"])) return undefined;
  const definition = DEFINITION.exec((isEnumeration ? home : first).pointer)?.[1];
  if (definition === undefined) return undefined;
  return `${isEnumeration ? "" : "Answered"}${pascalCase(definition)}`;
}
