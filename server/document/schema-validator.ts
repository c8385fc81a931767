import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { CodeOptions, ValidateFunction } from "ajv/dist/2020.js";

/** Gives the function that holds data against a schema; it leaves its errors at itself, as Ajv does. */
export type SchemaValidator = () => ValidateFunction;

/**
 * Of a schema that people's files are held against. Compiling takes longer than everything else at a start, so it is
 * done when it is first asked, once in a process, and not at all in what is built: there the module that calls this
 * has been compiled by the build (scripts/build/compiled-schemas.ts).
 */
export function schemaValidator(schema: URL): SchemaValidator {
  let compiled: ValidateFunction | undefined;
  return () => (compiled ??= schemaAjv().compile(JSON.parse(readFileSync(schema, "utf8")) as object));
}

/** What every mistake is told from. The schemas are our own, and tests check them. */
export function schemaAjv(code: CodeOptions = {}): Ajv2020 {
  // strictRequired does not look from `anyOf: [{ required }]` to the properties around it.
  const options = { strict: true, strictRequired: false, allErrors: true, verbose: true };
  // Files are few, so that the time to compile counts.
  return new Ajv2020({ ...options, validateSchema: false, code: { optimize: false, ...code } });
}
