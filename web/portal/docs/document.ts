import { isObject } from "../../../server/domain/json.ts";
import type { Json, JsonObject } from "../../../server/domain/json.ts";

/** One operation of an OpenAPI document; one that has several examples is one for each of them. */
export interface ApiOperation {
  /** What the address calls it. */
  readonly key: string;
  readonly tag: string;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly JsonObject[];
  /** The schema of the body, whatever its media type. */
  readonly body: Json | undefined;
  readonly example: Json | undefined;
  readonly answers: readonly (readonly [status: string, answer: JsonObject])[];
}

export function operationsOf(document: JsonObject): readonly ApiOperation[] {
  return Object.entries(objectAt(document, "paths")).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {})
      .filter(([method]) => method !== "parameters")
      .flatMap(([method, operation]) =>
        isObject(operation) && isObject(item)
          ? ofMethod(document, { path, method, operation, shared: listAt(item, "parameters") })
          : [],
      ),
  );
}

interface MethodOfPath {
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
  readonly shared: readonly JsonObject[];
}

function ofMethod(
  document: JsonObject,
  { path, method, operation, shared }: MethodOfPath,
): readonly ApiOperation[] {
  const [media] = Object.values(objectAt(objectAt(operation, "requestBody"), "content")).filter(isObject);
  const key = textAt(operation, "operationId");
  const [tag] = Array.isArray(operation["tags"]) ? (operation["tags"] as readonly Json[]) : [];
  const one = {
    key,
    tag: typeof tag === "string" ? tag : "",
    name: textAt(operation, "summary"),
    method: method.toUpperCase(),
    path,
    summary: textAt(operation, "summary"),
    description: textAt(operation, "description"),
    parameters: [...shared, ...listAt(operation, "parameters")].map((it) => resolved(document, it)),
    body: media?.["schema"],
    answers: Object.entries(objectAt(operation, "responses")).map(
      ([status, answer]) => [status, resolved(document, answer)] as const,
    ),
  };
  const examples = Object.entries(objectAt(media ?? {}, "examples"));
  if (examples.length === 0) return [{ ...one, example: undefined }];
  return examples.map(([name, example]) => ({
    ...one,
    key: examples.length === 1 ? key : `${key}.${name}`,
    name: examples.length === 1 ? one.name : name,
    example: isObject(example) ? example["value"] : undefined,
  }));
}

/** What a reference within the document means; anything else is itself. */
function resolved(document: JsonObject, value: Json | undefined): JsonObject {
  if (!isObject(value)) return {};
  const { $ref } = value;
  if (typeof $ref !== "string") return value;
  return $ref.replace(/^#\//, "").split("/").reduce<JsonObject>(objectAt, document);
}

/** The schema of what is answered, whatever its media type. */
export function contentOf(answer: JsonObject): { readonly type: string; readonly schema: Json | undefined } {
  const [[type, media] = ["", undefined]] = Object.entries(objectAt(answer, "content"));
  return { type, schema: isObject(media) ? media["schema"] : undefined };
}

export function objectAt(value: JsonObject, member: string): JsonObject {
  const found = value[member];
  return isObject(found) ? found : {};
}

export function listAt(value: JsonObject, member: string): readonly JsonObject[] {
  const found = value[member];
  return Array.isArray(found) ? (found as readonly Json[]).filter(isObject) : [];
}

export function textAt(value: JsonObject, member: string): string {
  const found = value[member];
  return typeof found === "string" ? found : "";
}
