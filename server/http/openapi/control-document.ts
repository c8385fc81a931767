import type { JsonObject } from "../../domain/json.ts";
import { SCHEMAS_PREFIX } from "./components.ts";

/** One path and method of the control API. */
export interface ControlOperation {
  readonly method: "delete" | "get" | "post" | "put";
  /** Behind `/_sandbox`, as it is mounted: `/v1/exchanges/:id`. */
  readonly path: string;
  readonly tag: string;
  /** What it does, in half a sentence. */
  readonly summary: string;
  /** What else there is to know, in sentences. */
  readonly description?: string;
  /** Schema of an object that has a member for each parameter of the query. */
  readonly query?: JsonObject;
  readonly body?: ControlBody;
  /** Names of the answers' schemas, by status; undefined: it has no body. */
  readonly answers: Readonly<Record<number, string | undefined>>;
  /** What a person can do wrong, by status. */
  readonly problems?: Readonly<Record<number, string>>;
  /** Whether nobody asks for the control token. */
  readonly isOpen?: boolean;
  /** The role that the caller needs: by default look for get, and test for everything else. */
  readonly needs?: "administer" | "look" | "test";
  /** Media type of what it answers, when it is not JSON. */
  readonly gives?: string;
}

export interface ControlBody {
  /** Of the schema in the document. */
  readonly name: string;
  readonly schema: JsonObject;
  /** Whether the body can be left out. */
  readonly isOptional?: boolean;
}

export interface ControlDescription {
  readonly operations: readonly ControlOperation[];
  /** Of what is answered, by name. */
  readonly schemas: Readonly<Record<string, JsonObject>>;
  /** What path parameters mean, by name. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, string>>;
}

/** The OpenAPI 3.1 document of the control API, from its endpoints. */
export function controlDocument(description: ControlDescription): JsonObject {
  const { operations, tags } = description;
  const bodies = operations.flatMap(({ body }) => (body ? [[body.name, body.schema] as const] : []));
  const schemas = { ...description.schemas, ...Object.fromEntries(bodies) };
  const paths = [...new Set(operations.map(({ path }) => path))];
  return {
    openapi: "3.1.0",
    info: {
      title: "Control API of gateway-sandbox",
      version: "1",
      description:
        "What the sandbox saw and decided, and what a test can change. None of this is part of the gateway's API.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/_sandbox", description: "The sandbox that served this document" }],
    // A sandbox that listens beyond this machine asks for the token; others do not.
    security: [{ controlToken: [] }, {}],
    tags: Object.entries(tags).map(([name, says]) => ({ name, description: says })),
    paths: Object.fromEntries(paths.map((path) => [templateOf(path), pathItem(path, description)])),
    components: { schemas, securitySchemes: { controlToken: TOKEN } },
  };
}

const TOKEN: JsonObject = {
  type: "http",
  scheme: "bearer",
  description: "SANDBOX_CONTROL_TOKEN, or the token that the ready line prints.",
};

function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}

function pathItem(path: string, { operations, parameters }: ControlDescription): JsonObject {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const described = names.map((name) => ({
    ...{ name, in: "path", required: true, schema: { type: "string" } },
    description: parameters[name] ?? name,
  }));
  const methods = operations.filter((operation) => operation.path === path);
  return {
    ...(names.length > 0 && { parameters: described }),
    ...Object.fromEntries(methods.map((operation) => [operation.method, operationObject(operation)])),
  };
}

function operationObject(operation: ControlOperation): JsonObject {
  const { tag, summary, description, query, body, isOpen = false } = operation;
  const parameters = queryParameters(query);
  return {
    operationId: operationId(operation),
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    ...(isOpen && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: body.isOptional !== true, ...content(body.name) } }),
    responses: responses(operation),
  };
}

function queryParameters(query: JsonObject | undefined): readonly JsonObject[] {
  return Object.entries((query?.["properties"] ?? {}) as Readonly<Record<string, JsonObject>>).map(
    ([name, { description = "", ...schema }]) => ({
      ...{ name, in: "query", description, schema },
      // One parameter, its values parted by commas.
      ...(schema["type"] === "array" && { style: "form", explode: false }),
    }),
  );
}

/** `GET /v1/exchanges/:id` is getExchangesById. */
function operationId({ method, path }: ControlOperation): string {
  const words = path
    .split("/")
    .filter((part) => part !== "" && part !== "v1")
    .map((part) => (part.startsWith(":") ? `by-${part.slice(1)}` : part));
  return [method, ...words]
    .join("-")
    .replace(/[^0-9A-Za-z]+(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** What any call can be told. */
const FOREIGN = "Web pages of another origin, and host names that are not listed, may not call this.";
const TOO_LARGE = "The body is larger than 1 MiB.";
const NO_TOKEN = "The control token is missing or wrong.";

function responses({ answers, problems, isOpen, gives, body }: ControlOperation): JsonObject {
  const tooLarge = body !== undefined && { 413: TOO_LARGE };
  const all = { ...(isOpen !== true && { 401: NO_TOKEN }), 403: FOREIGN, ...tooLarge, ...problems };
  const good = Object.entries(answers).map(([status, name]) => [
    status,
    { description: STATUSES[status] ?? "Done.", ...(name !== undefined && content(name, gives)) },
  ]);
  const bad = Object.entries(all).map(([status, description]) => [
    status,
    { description, ...content("Problem", "application/problem+json") },
  ]);
  return Object.fromEntries([...good, ...bad]) as JsonObject;
}

const STATUSES: Readonly<Record<string, string>> = {
  200: "OK.",
  201: "Created.",
  204: "Deleted.",
};

function content(name: string, type = "application/json"): JsonObject {
  return { content: { [type]: { schema: { $ref: SCHEMAS_PREFIX + name } } } };
}
