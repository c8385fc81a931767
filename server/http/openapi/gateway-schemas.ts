import { readdirSync, readFileSync } from "node:fs";
import type { Contract } from "../../contract/judge/contract.ts";
import { isObject } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { Steps } from "../../domain/steps.ts";
import { OPERATIONS, TRANSACTION_OPERATIONS } from "../../domain/request/operation.ts";
import type { Operation } from "../../domain/request/operation.ts";
import { stepsOf } from "../../domain/json-pointer.ts";
import { createComponents, pascalCase, SCHEMAS_PREFIX } from "./components.ts";
import type { Components } from "./components.ts";
import type { AnswerKind } from "./gateway-operations.ts";
import { requestSchema } from "./request-schema.ts";

/** What the schemas of a document are made from. */
export interface SchemaSources {
  readonly contractOf: (operation: Operation, version: number) => Contract;
  readonly answers: AnswerFiles;
}

/** What operations share may be called after the first of them, so that the best known comes first. */
const IN_ORDER: readonly Operation[] = [
  ...new Set(["PAY" as const, ...TRANSACTION_OPERATIONS, ...OPERATIONS]),
];

const KINDS: readonly AnswerKind[] = [
  ...(["transaction", "authentication", "order", "session", "checkout", "token", "deleted"] as const),
  ...(["balance", "enrollment", "payment-options", "risk-assessment", "information", "error"] as const),
];

export const requestName = (operation: Operation): string => `${pascalCase(operation)}Request`;
export const answerName = (kind: AnswerKind): string => `${pascalCase(kind)}Answer`;

export function schemaRef(name: string): JsonObject {
  return { $ref: SCHEMAS_PREFIX + name };
}

/** The requests of these operations, all answers, and what they share: a step for each. */
export function* gatewaySchemas(
  { contractOf, answers: files }: SchemaSources,
  version: number,
  operations: readonly Operation[],
): Steps<JsonObject> {
  const components = createComponents();
  for (const operation of IN_ORDER.filter((it) => operations.includes(it))) {
    const contract = contractOf(operation, version);
    const schema = requestSchema(contract.tree(), components, pascalCase(operation));
    components.add(requestName(operation), { description: says(operation, contract), ...schema });
    yield;
  }
  for (const kind of KINDS) {
    const use = { files, components, owner: pascalCase(kind) };
    const schema = answerSchema(use, answerFile(files, kind, version));
    components.add(answerName(kind), kind === "order" ? withTransactions(schema) : schema);
    yield;
  }
  return components.schemas();
}

const RESOLUTIONS: Readonly<Record<Contract["resolution"], string>> = {
  own: "the contract of this version",
  merged: "merged from the contracts of the neighbouring versions",
  lowest: "the lowest version that has a contract",
  highest: "the highest version that has a contract",
};

function says(operation: Operation, { used, resolution }: Contract): string {
  const files = used.map((file) => `schemas/${file}`).join(" and ");
  return `What ${operation} takes, by ${files}: ${RESOLUTIONS[resolution]}.`;
}

/** A transaction that was made in another version is shown as that version shows it. */
function withTransactions(order: JsonObject): JsonObject {
  const { properties } = order;
  if (!isObject(properties) || !isObject(properties["transaction"])) throw new Error("an order has none");
  const items = {
    anyOf: [schemaRef(answerName("transaction")), { type: "object", additionalProperties: true }],
  };
  return { ...order, properties: { ...properties, transaction: { ...properties["transaction"], items } } };
}

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
interface AnswerUse {
  readonly files: AnswerFiles;
  readonly components: Components;
  readonly owner: string;
}

const NOT_SHOWN = /^(?:\$.*|title|x-(?!maxDecimals$|type$).*)$/;

/** Shapes the schema of an answer into one of the document. */
function answerSchema(use: AnswerUse, file: string): JsonObject {
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
  const start: Json | undefined = files.get(file);
  const found = stepsOf(pointer).reduce<Json | undefined>((value, step) => {
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

/** The schemas of answers by their path relative to schemas/, with what they refer to. */
type AnswerFiles = ReadonlyMap<string, JsonObject>;

const RESPONSES = "responses/";

export function readAnswerFiles(folder: URL): AnswerFiles {
  const names = readdirSync(new URL(RESPONSES, folder)).filter((name) => name.endsWith(".json"));
  const files = ["scalars.json", ...names.map((name) => RESPONSES + name)];
  return new Map(
    files.map((file) => [file, JSON.parse(readFileSync(new URL(file, folder), "utf8")) as JsonObject]),
  );
}

/** Files of answers whose shape changed: `order.v51.json` is for the versions up to 56. */
const TIERS: readonly (readonly [from: number, suffix: string])[] = [
  [62, ""],
  [57, ".v57"],
  [51, ".v51"],
  [1, ".v45"],
];

/** The file of a kind of answers in a version. */
function answerFile(files: AnswerFiles, kind: string, version: number): string {
  const suffix = TIERS.find(([from]) => from <= version)?.[1] ?? "";
  const tiered = `${RESPONSES}${kind}${suffix}.json`;
  return files.has(tiered) ? tiered : `${RESPONSES}${kind}.json`;
}
