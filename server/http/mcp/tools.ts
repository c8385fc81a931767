import type { JsonObject } from "../../domain/json.ts";
import type { AskedRequest } from "./ask.ts";
import type { Endpoint } from "../control/kernel/endpoint.ts";
import { CONTROL_DESCRIPTION, ENDPOINTS } from "../control/resources.ts";

/** What a tool does to the sandbox, as agents ask about it before they use it. */
type Effect = "read" | "change" | "set" | "destroy";

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly effect: Effect;
  /** Whether what it returns is the sandbox's own, with test card numbers that are there to be sent. */
  readonly isOurs?: boolean;
  /** The request that the arguments ask for. */
  readonly requestOf: (given: JsonObject) => AskedRequest;
}

/** Tools that are an endpoint of the control API under a name that agents understand. */
const OF_ENDPOINTS: Readonly<Record<string, readonly [endpoint: string, effect: Effect]>> = {
  about: ["get /v1/about", "read"],
  list_exchanges: ["get /v1/traffic", "read"],
  get_exchange: ["get /v1/exchanges/:id", "read"],
  reproduce: ["get /v1/exchanges/:id/bundle", "read"],
  check_request: ["post /v1/merchants/:merchantId/explain", "read"],
  list_merchants: ["get /v1/merchants", "read"],
  list_orders: ["get /v1/merchants/:merchantId/orders", "read"],
  get_order: ["get /v1/merchants/:merchantId/orders/:orderId", "read"],
  list_scenarios: ["get /v1/scenarios", "read"],
  read_scenario: ["get /v1/scenarios/:name", "read"],
  check_scenario: ["post /v1/scenarios/:name/check", "read"],
  write_scenario: ["put /v1/scenarios/:name", "destroy"],
  get_scenarios_of_merchant: ["get /v1/merchants/:merchantId/scenarios", "read"],
  choose_scenarios: ["put /v1/merchants/:merchantId/scenarios", "set"],
  list_test_cards: ["get /v1/merchants/:merchantId/test-cards", "read"],
  arm_rule: ["post /v1/merchants/:merchantId/arm", "change"],
  list_armed_rules: ["get /v1/merchants/:merchantId/armed", "read"],
  disarm_rule: ["delete /v1/merchants/:merchantId/armed/:ruleId", "destroy"],
  list_holds: ["get /v1/holds", "read"],
  release_hold: ["post /v1/holds/:id/release", "change"],
  get_clock: ["get /v1/merchants/:merchantId/clock", "read"],
  set_clock: ["put /v1/merchants/:merchantId/clock", "change"],
  reset: ["post /v1/merchants/:merchantId/reset", "destroy"],
  list_notifications: ["get /v1/merchants/:merchantId/notifications", "read"],
  resend_notification: ["post /v1/merchants/:merchantId/notifications/:notificationId/resend", "change"],
  list_inboxes: ["get /v1/merchants/:merchantId/inboxes", "read"],
  get_inbox: ["get /v1/merchants/:merchantId/inboxes/:inbox", "read"],
  answer_inbox: ["put /v1/merchants/:merchantId/inboxes/:inbox", "set"],
  get_findings: ["get /v1/merchants/:merchantId/findings", "read"],
  get_conduct: ["get /v1/merchants/:merchantId/conduct", "read"],
  verify: ["post /v1/merchants/:merchantId/verify", "read"],
};

/** Tools whose results are the sandbox's own, or to be written back as they were read. */
const OF_OURS: ReadonlySet<string> = new Set(["list_test_cards", "read_scenario"]);

/** Where a body stands that is no object with members known beforehand. */
const BODY = "body";

export const CONTROL_TOOLS: readonly Tool[] = Object.entries(OF_ENDPOINTS).map(([name, [key, effect]]) => {
  const endpoint = ENDPOINTS.find(({ method, path }) => `${method} ${path}` === key);
  if (endpoint === undefined) throw new Error(`the tool ${name} has no endpoint ${key}`);
  return toolOf(name, effect, endpoint);
});

function toolOf(name: string, effect: Effect, endpoint: Endpoint): Tool {
  const { method, path, query, body, summary, description } = endpoint;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, parameter = ""]) => parameter);
  const inQuery = Object.keys(propertiesOf(query));
  const isNested = body !== undefined && body.schema["properties"] === undefined;
  const inBody = isNested ? { [BODY]: body.schema } : propertiesOf(body?.schema);
  const required = isNested ? [] : ((body?.schema["required"] ?? []) as readonly string[]);
  return {
    ...{ name, effect, isOurs: OF_OURS.has(name) },
    description: [`${summary}.`, description].filter((it) => it !== undefined).join(" "),
    inputSchema: {
      type: "object",
      additionalProperties: false,
      required: [...inPath, ...required],
      properties: {
        ...Object.fromEntries(inPath.map((it) => [it, { type: "string", description: meaningOf(it) }])),
        ...propertiesOf(query),
        ...inBody,
      },
    },
    requestOf: (given) => {
      const taken = (names: readonly string[]): JsonObject =>
        Object.fromEntries(names.flatMap((it) => (given[it] === undefined ? [] : [[it, given[it]]])));
      const place = path.replace(/:(\w+)/g, (_, it: string) => encodeURIComponent(textOf(given[it])));
      const texts = Object.entries(taken(inQuery)).map(([it, value]) => [it, textOf(value)] as const);
      const search = new URLSearchParams(Object.fromEntries(texts)).toString();
      const sent = isNested ? given[BODY] : taken(Object.keys(inBody));
      return {
        method: method.toUpperCase(),
        path: `/_sandbox${place}${search === "" ? "" : `?${search}`}`,
        ...(body && sent !== undefined && { body: sent }),
      };
    },
  };
}

function propertiesOf(schema: JsonObject | undefined): JsonObject {
  return (schema?.["properties"] ?? {}) as JsonObject;
}

function meaningOf(parameter: string): string {
  return CONTROL_DESCRIPTION.parameters[parameter] ?? parameter;
}

/** As a path, a query or a name has it. */
export function textOf(value: unknown): string {
  return typeof value === "string"
    ? value
    : Array.isArray(value)
      ? value.join(",")
      : JSON.stringify(value ?? "");
}

const MERCHANT = { type: "string", description: meaningOf("merchantId") } as const;

/** A request to the gateway itself, as a merchant's client makes it. */
export const SEND_REQUEST: Tool = {
  name: "send_request",
  effect: "change",
  description:
    "Sends a request to the gateway as a merchant's client does, and stores what it does. describe_operation has the members of the body; check_request tells the answer without any effect.",
  inputSchema: {
    type: "object",
    additionalProperties: false,
    required: ["merchantId", "path"],
    properties: {
      merchantId: MERCHANT,
      method: {
        type: "string",
        enum: ["DELETE", "GET", "POST", "PUT"],
        description: "PUT with a body, else GET.",
      },
      version: { type: "integer", minimum: 1, maximum: 100, default: 100 },
      path: { type: "string", description: "Behind the merchant: order/o-1/transaction/1" },
      body: { type: "object", additionalProperties: true },
      password: { type: "string", description: "Of the merchant; left out: the sandbox's default password." },
    },
  },
  requestOf: ({ merchantId, method, version = 100, path, body, password = "sandbox" }) => {
    const id = textOf(merchantId);
    const credentials = Buffer.from(`merchant.${id}:${textOf(password)}`).toString("base64");
    return {
      method: method === undefined ? (body === undefined ? "GET" : "PUT") : textOf(method),
      path: `/api/rest/version/${textOf(version)}/merchant/${encodeURIComponent(id)}/${textOf(path).replace(/^\/+/, "")}`,
      headers: { authorization: `Basic ${credentials}` },
      ...(body !== undefined && { body }),
    };
  },
};
