import type { ErrorObject } from "ajv/dist/2020.js";
import { remarkOn } from "./schema-remark.ts";
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
    const remarks = errors.flatMap((error) => remarkOn(error, source.document, messages) ?? []);
    return remarks.map(({ offset, message }) => problemAt(source, offset, message));
  };
}

/** One error for each mistake: no echoes, and nothing more about a value of the wrong type. */
function telling(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === "type").map(placeOf));
  return errors.filter((error) => {
    const isEcho = ECHOES.includes(error.keyword) || /\/(anyOf|oneOf)\//.test(error.schemaPath);
    return !isEcho && (error.keyword === "type" || !mistyped.has(placeOf(error)));
  });
}

function placeOf({ instancePath, propertyName }: ErrorObject): string {
  return JSON.stringify([instancePath, propertyName]);
}
