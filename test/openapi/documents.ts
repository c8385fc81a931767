import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { isObject } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { allSteps } from "../../server/domain/steps.ts";
import { loadGatewayDocuments } from "../../server/http/openapi/gateway-document.ts";

const make = loadGatewayDocuments();
const made = new Map<number, JsonObject>();

/** The document of a version, as the sandbox serves it. */
export function documentOf(version: number): JsonObject {
  const document = made.get(version) ?? allSteps(make({ version, origin: "" }));
  made.set(version, document);
  return document;
}

export function schemasOf(document: JsonObject): JsonObject {
  return objectAt(objectAt(document, "components"), "schemas");
}

export function objectAt(value: JsonObject, member: string): JsonObject {
  const found = value[member];
  if (!isObject(found)) throw new Error(`there is no object ${member}`);
  return found;
}

/** Whether a value fits what a reference of the document leads to, by a validator that knows nothing else of ours. */
export type Fits = (pointer: string, value: Json) => boolean;

export function validatorOf(document: JsonObject): Fits {
  // Compiling takes most of the time, and half of that would go into making the code shorter.
  const ajv = new Ajv2020({
    ...{ strictSchema: true, allErrors: false, inlineRefs: false },
    code: { optimize: false },
  });
  formats.default(ajv);
  ajv.addVocabulary(["components", "x-type"]);
  // The one rule of ours that JSON Schema has no keyword for.
  ajv.addKeyword({
    keyword: "x-maxDecimals",
    type: "number",
    schemaType: "number",
    validate: (most: number, value: number) => Number(value.toFixed(most)) === value,
  });
  ajv.addSchema({ $id: "document", components: document["components"] });
  const compiled = new Map<string, ReturnType<Ajv2020["compile"]>>();
  return (pointer, value) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `document${pointer}` });
    compiled.set(pointer, validate);
    return validate(value) === true;
  };
}

/** What a public linter has against a document, by its strictest rules. */
export async function lintProblems(document: JsonObject): Promise<readonly string[]> {
  const config = await createConfig({ extends: ["recommended-strict"] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

/** The schema with everything that it refers to in its place. */
export function inlined(schema: Json, schemas: JsonObject): Json {
  if (Array.isArray(schema)) return (schema as readonly Json[]).map((item) => inlined(item, schemas));
  if (!isObject(schema)) return schema;
  const { $ref } = schema;
  if (typeof $ref === "string") return inlined(objectAt(schemas, $ref.split("/").at(-1) ?? ""), schemas);
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, inlined(value ?? null, schemas)]),
  );
}
