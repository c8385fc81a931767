import type { ControlDescription } from "../openapi/control-document.ts";
import { armed } from "./armed.ts";
import { bundles } from "./bundles.ts";
import { clock } from "./clock.ts";
import { coverage } from "./coverage.ts";
import { documents } from "./documents.ts";
import { text } from "./endpoint.ts";
import type { Endpoint, Resource } from "./endpoint.ts";
import { exchanges } from "./exchanges.ts";
import { explain } from "./explain.ts";
import { findings } from "./findings.ts";
import { health } from "./health.ts";
import { holds } from "./holds.ts";
import { merchants } from "./merchants.ts";
import { notifications } from "./notifications.ts";
import { scenarios } from "./scenarios.ts";
import { verify } from "./verify.ts";

/** Everything that the control API has, in the order of its document. */
const RESOURCES: readonly Resource[] = [
  ...[health, documents, exchanges, bundles, merchants, clock, notifications],
  ...[scenarios, armed, holds, explain, coverage, findings, verify],
];

export const ENDPOINTS: readonly Endpoint[] = RESOURCES.flatMap(({ endpoints }) => endpoints);

const PROBLEM = {
  type: "object",
  description: "What is wrong with a call (RFC 9457).",
  required: ["type", "title", "status", "detail"],
  properties: {
    ...{ type: text, title: text, status: { type: "integer" }, detail: text },
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["member", "message"],
        properties: { member: text, message: text },
      },
      description: "Each member that is wrong, dotted, where several can be told at once.",
    },
  },
};

/** The control API as its OpenAPI document and its page tell it. */
export const CONTROL_DESCRIPTION: ControlDescription = {
  operations: ENDPOINTS,
  schemas: {
    ...Object.fromEntries(RESOURCES.flatMap(({ schemas }) => Object.entries(schemas))),
    Problem: PROBLEM,
  },
  parameters: Object.fromEntries(RESOURCES.flatMap(({ parameters = {} }) => Object.entries(parameters))),
  tags: {
    Sandbox: "The sandbox itself.",
    Journal: "Exchanges: one request each, its answer, and what was seen and decided in between.",
    Merchants:
      "Each merchant's clock, so that a test need not wait for what expires; its refunds; beginning anew.",
    Notifications:
      "Webhooks about orders: what was sent to the merchant's own system, and how it was answered.",
    Verdict: "What requests did wrong, and what of the gateway they have met.",
    Scenarios: "What decides, what has decided, and what waits.",
  },
};
