import type { JsonObject } from "../../domain/json.ts";
import { createDryRun } from "../gateway/dry-run.ts";
import type { DryRequest } from "../gateway/dry-run.ts";
import { explanationOf } from "../../domain/record/explanation.ts";
import { MERCHANT, NO_MERCHANT, open, text, texts } from "./kernel/endpoint.ts";
import type { Given, Resource } from "./kernel/endpoint.ts";
import { endpoint } from "./kernel/kernel.ts";
import { bodyJudge } from "./kernel/judge.ts";
import { Problem } from "./kernel/problem.ts";

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
    body: { description: "The request body, as JSON or as text.", anyOf: [open, text] },
  },
} as const;

/** A request whose answer shall be told without any effect. The method is PUT when left out, GET without a body. */
export type ExplainRequest = Given<typeof SCHEMA>;

/** What may be explained, and the sentence for people who sent something else. */
export const EXPLAIN_BODY = {
  name: "ExplainRequest",
  schema: SCHEMA,
  wrong: {
    title: "Invalid request to explain",
    detail:
      'Send {"path": "/api/rest/version/100/merchant/…", "body": {…}}, and optionally "method" (default PUT, or ' +
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
      summary: "Shows how a request would be answered, and why, without executing it",
      body: EXPLAIN_BODY,
      answers: { 200: "Explanation" },
      problems: { 400: "The body is invalid.", 404: NO_MERCHANT },
      needs: "look",
      handle: (parts) => {
        const explained = createDryRun(parts);
        return async ({ merchant, body }) => {
          const exchange = await explained(merchant, requestIn(body));
          return { explanation: explanationOf(exchange), exchange };
        };
      },
    }),
  ],
};

/** Throws the Problem with what is no request to be explained. */
export function judgeExplainRequest(given: JsonObject): void {
  requestIn(bodyJudge(EXPLAIN_BODY)(given) as ExplainRequest);
}

function requestIn({ method, path, headers = {}, body }: ExplainRequest): DryRequest {
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
