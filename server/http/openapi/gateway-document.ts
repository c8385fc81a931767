import { packageFolder } from "../../contract/contract-folder.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { Steps } from "../../domain/steps.ts";
import { OPERATION_DEFINITIONS, operationsAt } from "../../domain/operations/index.ts";
import { rootOf } from "../../domain/operations/paths.ts";
import { VERSION_MAX, VERSION_MIN } from "../../domain/request/operation.ts";
import type { Operation } from "../../domain/request/operation.ts";
import { failureResponses, failuresOf, HEADERS, headersOf } from "./failure-answers.ts";
import { GATEWAY_OPERATIONS } from "./gateway-operations.ts";
import type { GatewayOperation } from "./gateway-operations.ts";
import { answerName, gatewaySchemas, readAnswerFiles, requestName, schemaRef } from "./gateway-schemas.ts";
import type { SchemaSources } from "./gateway-schemas.ts";

const TAGS: Readonly<Record<GatewayOperation["tag"], string>> = {
  Orders: "Orders and their transactions.",
  Sessions: "Values stored at the gateway for later operations, and checkouts.",
  Tokens: "Cards stored for later payments.",
  Cards: "Inquiries about a card, without an order.",
  Gateway: "The gateway itself.",
};

/** How a client is to be pointed at the gateway. */
export interface Target {
  /** 1 to 100. */
  readonly version: number;
  /** Where the sandbox answers; empty: where the document came from. */
  readonly origin: string;
}

/** The OpenAPI 3.1 document of the gateway in one version, step by step. */
function* gatewayDocument(sources: SchemaSources, { version, origin }: Target): Steps<JsonObject> {
  const operations = GATEWAY_OPERATIONS.flatMap((it) => operationsAt(it, version));
  const schemas = yield* gatewaySchemas(sources, version, operations);
  return {
    openapi: "3.1.0",
    info: {
      title: "Card payment gateway",
      version: String(version),
      description:
        `The simulated gateway in version ${version}, with requests as mode strict accepts them. Members that the ` +
        "request's session provides may be omitted.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: `${origin}${rootOf(version)}`, description: "The sandbox" }],
    security: [{ merchant: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: pathsOf(version),
    components: {
      schemas,
      responses: failureResponses(),
      parameters: parameters(),
      headers: headers(),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const SECURITY_SCHEMES: JsonObject = {
  merchant: {
    type: "http",
    scheme: "basic",
    description: "User name merchant.{merchantId} and one of the merchant's passwords.",
  },
  session: {
    type: "http",
    scheme: "basic",
    description: "User name merchant.{merchantId}, with the session's id as the password.",
  },
};

function pathsOf(version: number): JsonObject {
  const paths = [...new Set(GATEWAY_OPERATIONS.map(({ path }) => path))];
  return Object.fromEntries(paths.map((path) => [path, pathItem(path, version)]));
}

function pathItem(path: string, version: number): JsonObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const methods = GATEWAY_OPERATIONS.filter((operation) => operation.path === path);
  return {
    ...(names.length > 0 && {
      parameters: names.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    }),
    ...Object.fromEntries(methods.map((it) => [it.method, operationObject(it, version)])),
  };
}

function operationObject(operation: GatewayOperation, version: number): JsonObject {
  const { id, summary, tag, credentials } = operation;
  const requests = operationsAt(operation, version);
  return {
    operationId: id,
    summary,
    tags: [tag],
    ...(credentials === "none" && { security: [] }),
    ...(credentials === "merchant-or-session" && { security: [{ merchant: [] }, { session: [] }] }),
    ...(requests.length > 0 && { requestBody: requestBody(requests, version) }),
    responses: { ...successes(operation), ...failuresOf({ hasCredentials: credentials !== "none" }) },
  };
}

function requestBody(operations: readonly Operation[], version: number): JsonObject {
  const examples = operations.map((operation) => [
    operation,
    { value: OPERATION_DEFINITIONS[operation].example(version) } satisfies JsonObject,
  ]);
  const schema = bodySchema(operations);
  return {
    required: !operations.some((operation) => OPERATION_DEFINITIONS[operation].needsNoBody),
    content: { "application/json": { schema, examples: Object.fromEntries(examples) as JsonObject } },
  };
}

function bodySchema(operations: readonly Operation[]): JsonObject {
  const refs = operations.map((operation) => schemaRef(requestName(operation)));
  const [only, another] = refs;
  if (only !== undefined && another === undefined) return only;
  // A discriminator has to be there, and an empty session needs no apiOperation.
  if (operations.includes("CREATE_SESSION")) return { oneOf: refs };
  const mapping = operations.map((operation, index) => [operation, refs[index]?.["$ref"]]);
  return {
    oneOf: refs,
    discriminator: { propertyName: "apiOperation", mapping: Object.fromEntries(mapping) as JsonObject },
  };
}

function successes({ statuses, answers }: GatewayOperation): JsonObject {
  const refs: readonly Json[] = answers.map((kind) => schemaRef(answerName(kind)));
  const schema = refs.length === 1 ? refs[0] : { anyOf: refs };
  return Object.fromEntries(
    Object.entries(statuses).map(([status, description]) => [
      status,
      { description, headers: headersOf(), content: { "application/json": { schema } } },
    ]),
  );
}

function parameters(): JsonObject {
  return Object.fromEntries(
    Object.entries(PATH_PARAMETERS).map(([name, { description, rule }]) => [
      name,
      { name, in: "path", required: true, description, schema: { type: "string", ...rule } },
    ]),
  );
}

function headers(): JsonObject {
  return Object.fromEntries(
    Object.entries(HEADERS).map(([name, { description }]) => [
      name,
      { description, schema: { type: "string" } },
    ]),
  );
}

/** Makes the document of a version in steps, as it takes hundreds of milliseconds at first, and payments do not wait for it. */
type GatewayDocuments = (target: Target) => Steps<JsonObject>;

const SCHEMAS = new URL("../../../schemas/", import.meta.url);

/** Reads what all documents are made from. */
export function loadGatewayDocuments(): GatewayDocuments {
  const sources = { contractOf: packageFolder().contractOf, answers: readAnswerFiles(SCHEMAS) };
  return (target) => gatewayDocument(sources, target);
}

/** The version that a person names, with or without `v`; `latest` is the newest. Undefined: there is none. */
export function documentedVersion(text: string): number | undefined {
  if (text === "latest") return VERSION_MAX;
  const version = /^v?[1-9]\d{0,2}$/.test(text) ? Number(text.replace("v", "")) : 0;
  return version >= VERSION_MIN && version <= VERSION_MAX ? version : undefined;
}

interface PathParameter {
  readonly description: string;
  readonly rule: JsonObject;
}

const ID = { minLength: 1, maxLength: 40 };

/** What stands in the paths (interface section 2.2). */
const PATH_PARAMETERS: Readonly<Record<string, PathParameter>> = {
  merchantId: {
    description: "The merchant's id; also part of the user name.",
    rule: { pattern: "^[0-9A-Za-z_-]{1,40}$" },
  },
  orderId: { description: "Unique among the orders of the merchant.", rule: ID },
  transactionId: { description: "Unique among the transactions of the order.", rule: ID },
  sessionId: {
    description: "As returned when the session was created.",
    rule: { minLength: 31, maxLength: 35 },
  },
  tokenId: { description: "Letters and digits.", rule: { pattern: "^[0-9A-Za-z]{1,40}$" } },
  threeDSecureId: {
    description: "Unique among the checks of enrollment of the merchant.",
    rule: { pattern: "^[ -~]{1,64}$" },
  },
  riskAssessmentId: {
    description: "Unique among the risk assessments of the merchant.",
    rule: { pattern: "^[0-9A-Za-z_ &+!$%.-]{1,40}$" },
  },
};
