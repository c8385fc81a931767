import type { Json, JsonObject } from "../../domain/json.ts";
import { OPERATIONS } from "../../domain/request/operation.ts";
import { readAnswer } from "./ask.ts";
import type { Ask } from "./ask.ts";

interface GatewayDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

/** What the OpenAPI document says of an operation, and every schema that it uses. */
export async function contractOf(ask: Ask, operation: string, version: number): Promise<JsonObject> {
  const path = `/_sandbox/openapi/v${version}.json`;
  const { paths, components } = readAnswer(await ask({ method: "GET", path })) as unknown as GatewayDocument;
  const name = operation.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const request = `${name}Request`;
  if (components.schemas[request] === undefined)
    throw new Error(`Version ${version} has no operation ${operation}. Known: ${OPERATIONS.join(", ")}.`);
  const places = Object.entries(paths).flatMap(([place, methods]) =>
    Object.entries(methods).flatMap(([method, described]) =>
      JSON.stringify(described).includes(`#/components/schemas/${request}"`)
        ? [{ path: place, method: method.toUpperCase(), example: exampleIn(described, operation) }]
        : [],
    ),
  );
  const used = new Set<string>();
  const collect = (schema: string): void => {
    if (used.has(schema)) return;
    used.add(schema);
    const refs = JSON.stringify(components.schemas[schema] ?? {}).matchAll(/#\/components\/schemas\/(\w+)/g);
    for (const [, found = ""] of refs) collect(found);
  };
  collect(request);
  const schemas = [...used].map((schema) => [schema, components.schemas[schema] ?? {}] as const);
  return { operation, version, ...places[0], components: { schemas: Object.fromEntries(schemas) } };
}

function exampleIn(described: JsonObject, operation: string): Json {
  const { requestBody } = described as unknown as {
    readonly requestBody: {
      readonly content: Readonly<
        Record<string, { readonly examples?: Readonly<Record<string, { readonly value: Json }>> }>
      >;
    };
  };
  return requestBody.content["application/json"]?.examples?.[operation]?.value ?? null;
}
