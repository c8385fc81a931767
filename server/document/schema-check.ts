import type { ErrorObject } from "ajv/dist/2020.js";
import { nearest } from "../domain/nearest.ts";
import { meantKey, remarkOn } from "./schema-remark.ts";
import type { KeywordMessages } from "./schema-remark.ts";
import type { FileProblem } from "./file-problem.ts";
import type { SchemaValidator } from "./schema-validator.ts";
import { problemAt } from "./yaml-source.ts";
import type { YamlSource } from "./yaml-source.ts";

/** Keywords that only say that another keyword failed. */
const ECHOES = ["if", "propertyNames"];

/** How many mistakes of one file are told: aliases can make thousands of one. */
const TOLD_MAX = 1_000;

/** Holds a file's content against a schema whose titles say what is expected. */
export type SchemaCheck = (source: YamlSource, data: unknown) => readonly FileProblem[];

/** `messages` are sentences for keywords whose failure the schema's author can tell best (schema-remark.ts). */
export function createSchemaCheck(validator: SchemaValidator, messages: KeywordMessages = {}): SchemaCheck {
  return (source, data) => {
    const validate = validator();
    if (validate(data)) return [];
    const errors = telling(validate.errors ?? []).slice(0, TOLD_MAX);
    const kind = kindMissed(errors, data);
    if (kind !== undefined) return [problemAt(source, 0, `expected ${kind}, got a file of another kind`)];
    const remarks = errors.flatMap((error) => remarkOn(error, source.document, messages) ?? []);
    return remarks.map(({ offset, message }) => problemAt(source, offset, message));
  };
}

/**
 * What the file was to be, when nothing of it says that it is that. It may be anybody's, a password file that a link
 * leads to, and nothing of it is shown.
 */
function kindMissed(errors: readonly ErrorObject[], data: unknown): string | undefined {
  const root = errors.find(({ instancePath }) => instancePath === "")?.parentSchema;
  const known = Object.keys((root?.["properties"] ?? {}) as object);
  const isForeign = typeof data === "string" || (isObject(data) && isLikeNone(Object.keys(data), known));
  return root !== undefined && isForeign ? String(root["title"]) : undefined;
}

function isObject(data: unknown): data is object {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

/** Whether there are keys, and none of them is a known one or a slip of it. */
function isLikeNone(keys: readonly string[], known: readonly string[]): boolean {
  return keys.length > 0 && keys.every((key) => !known.includes(key) && nearest(key, known) === undefined);
}

/**
 * One error for each mistake: no echoes, nothing more about a value of the wrong type, and no key is missing that is
 * there with a slip.
 */
function telling(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === "type").map(placeOf));
  const misspelt = new Set(errors.map((error) => `${error.instancePath} ${meantKey(error) ?? ""}`));
  return errors.filter((error) => {
    const isEcho = ECHOES.includes(error.keyword) || /\/(anyOf|oneOf)\//.test(error.schemaPath);
    const isThere = missingKeys(error).some((key) => misspelt.has(`${error.instancePath} ${key}`));
    return !isEcho && !isThere && (error.keyword === "type" || !mistyped.has(placeOf(error)));
  });
}

/** The keys of which one is asked for and none is there. */
function missingKeys({ keyword, params, parentSchema }: ErrorObject): readonly string[] {
  const { missingProperty } = params as { readonly missingProperty?: string };
  if (missingProperty !== undefined) return [missingProperty];
  if (keyword !== "anyOf") return [];
  const branches = (parentSchema?.["anyOf"] ?? []) as readonly { readonly required?: readonly string[] }[];
  return branches.flatMap(({ required = [] }) => required);
}

function placeOf({ instancePath, propertyName }: ErrorObject): string {
  return JSON.stringify([instancePath, propertyName]);
}
