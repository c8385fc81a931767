import express from "express";
import { createServer, request as sendRequest } from "node:http";
import type { Server } from "node:http";
import { duplexPair } from "node:stream";
import type { Exchange } from "../../domain/record/exchange.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Merchant } from "../../domain/merchant.ts";
import { explanationOf } from "../../verdict/explanation.ts";
import { EXCHANGE_HEADER } from "../gateway/exchange-recorder.ts";
import { gatewayRoutes, unknownPath } from "../gateway/gateway-routes.ts";
import type { AppParts } from "../parts.ts";
import { MERCHANT, NO_MERCHANT, open, text, texts } from "./endpoint.ts";
import type { Given, Resource } from "./endpoint.ts";
import { bodyJudge, endpoint } from "./kernel.ts";
import { Problem } from "./problem.ts";

const SCHEMA = {
  type: "object",
  additionalProperties: false,
  required: ["path"],
  properties: {
    method: { ...text, enum: ["DELETE", "GET", "POST", "PUT"] },
    path: {
      type: "string",
      pattern: "^/[\\x21-\\x7e]*$",
      maxLength: 2_000,
      examples: ["/api/rest/version/100/merchant/TESTSHOP/order/1/transaction/1"],
    },
    headers: {
      type: "object",
      propertyNames: { pattern: "^[\\w-]+$" },
      additionalProperties: { type: "string", pattern: "^[\\x20-\\x7e]*$" },
    },
    body: { description: "The request's body, or its text.", anyOf: [open, text] },
  },
} as const;

/** A request whose answer shall be told without any effect. The method is PUT when left out, GET without a body. */
export type ExplainRequest = Given<typeof SCHEMA>;

/** What may be explained, and the sentence for people who sent something else. */
export const EXPLAIN_BODY = {
  name: "ExplainWish",
  schema: SCHEMA,
  wrong: {
    title: "Bad request to explain",
    detail:
      'Send {"path": "/api/rest/version/100/merchant/…", "body": {…}}, and if need be "method" (PUT when left out, ' +
      'GET without a body) and "headers".',
  },
};

/** The longest headers that are looked at, in characters: less than a real connection takes. */
const HEADERS_LENGTH_MAX = 8_000;

/** What would become of a request, and why, without any effect. */
export const explain: Resource = {
  schemas: {
    Explanation: {
      type: "object",
      required: ["explanation", "exchange"],
      properties: { explanation: texts, exchange: { $ref: "#/components/schemas/Exchange" } },
    },
  },
  endpoints: [
    endpoint({
      method: "post",
      path: `${MERCHANT}/explain`,
      tag: "Scenarios",
      summary: "Tells what would become of a request, and why, without any effect",
      body: EXPLAIN_BODY,
      answers: { 200: "Explanation" },
      problems: { 400: "The body has another form.", 404: NO_MERCHANT },
      handle: (parts) => {
        const explained = createExplain(parts);
        return async ({ merchant, body }) => {
          const exchange = await explained(merchant, wishOf(body));
          return { explanation: explanationOf(exchange), exchange };
        };
      },
    }),
  ],
};

/** Throws the Problem with what is no request to be explained. */
export function judgeExplainRequest(given: JsonObject): void {
  wishOf(bodyJudge(EXPLAIN_BODY)(given) as ExplainRequest);
}

function wishOf({ method, path, headers = {}, body }: ExplainRequest): ExplainWish {
  const { title, detail } = EXPLAIN_BODY.wrong;
  if (JSON.stringify(headers).length > HEADERS_LENGTH_MAX) throw new Problem(400, title, detail);
  const small = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    method: method ?? (body === undefined ? "GET" : "PUT"),
    path,
    headers: Object.fromEntries(small),
    body,
  };
}

/** A request to be explained. */
interface ExplainWish {
  readonly method: "DELETE" | "GET" | "POST" | "PUT";
  /** Such as `/api/rest/version/100/merchant/TESTSHOP/order/1/transaction/1`. */
  readonly path: string;
  /** Names in small letters. Without `authorization` the merchant's own password is sent. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text is sent as it is. */
  readonly body: JsonObject | string | undefined;
}

type Explain = (merchant: Merchant, wish: ExplainWish) => Promise<Exchange>;

/**
 * Runs a request through the gateway's own paths, over a gateway that has no effect, and tells what its exchange would
 * be. Nothing of it reaches the journal.
 */
function createExplain(parts: AppParts): Explain {
  const recorded = new Map<string, Exchange>();
  const dry: AppParts = {
    ...parts,
    gateway: parts.dryGateway,
    breaksAnswers: false,
    record: (exchange) => {
      recorded.set(exchange.id, exchange);
    },
  };
  const app = express();
  app.set("query parser", "simple");
  app.use(gatewayRoutes(dry), unknownPath(dry));
  const server = createServer(app);
  return async (merchant, wish) => {
    const id = await send(server, merchant, wish);
    const exchange = recorded.get(id);
    recorded.delete(id);
    if (exchange === undefined) throw new Error("an explained request left no exchange");
    return exchange;
  };
}

/** Resolves with the id of the exchange. The server listens nowhere: both ends of the connection are in memory. */
function send(
  server: Server,
  merchant: Merchant,
  { method, path, headers, body }: ExplainWish,
): Promise<string> {
  const [client, service] = duplexPair();
  server.emit("connection", service);
  const [password = ""] = merchant.passwords;
  const auth = `merchant.${merchant.id}:${password}`;
  return new Promise((resolve, reject) => {
    const request = sendRequest(
      {
        createConnection: () => client,
        method,
        path,
        headers: { connection: "close", ...headers },
        ...authOf(headers, auth),
      },
      (response) => {
        response.resume();
        response.on("error", reject);
        response.on("end", () => {
          resolve(String(response.headers[EXCHANGE_HEADER.toLowerCase()]));
        });
      },
    );
    request.on("error", reject);
    request.end(typeof body === "object" ? JSON.stringify(body) : body);
  });
}

function authOf(headers: ExplainWish["headers"], auth: string): { readonly auth?: string } {
  return "authorization" in headers ? {} : { auth };
}
