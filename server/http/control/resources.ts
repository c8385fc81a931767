import { payers } from "../payers/endpoints.ts";
import type { ControlDescription } from "../openapi/control-document.ts";
import { about } from "./about.ts";
import { changes } from "./access/changes.ts";
import { portal } from "./access/portal.ts";
import { armed } from "./armed.ts";
import { bundles } from "./exchanges/bundles.ts";
import { clock } from "./clock.ts";
import { contracts } from "./verdict/contracts.ts";
import { coverage } from "./verdict/coverage.ts";
import { documents } from "./documents.ts";
import { text } from "./kernel/endpoint.ts";
import type { Endpoint, Resource } from "./kernel/endpoint.ts";
import { exchanges } from "./exchanges/exchanges.ts";
import { traffic } from "./exchanges/traffic.ts";
import { explain } from "./explain.ts";
import { findings } from "./verdict/findings.ts";
import { health } from "./health.ts";
import { holds } from "./holds.ts";
import { inboxes } from "./notifications/inboxes.ts";
import { merchants } from "./merchants.ts";
import { notifications } from "./notifications/notifications.ts";
import { scenarioFiles } from "./scenarios/scenario-files.ts";
import { scenarios } from "./scenarios/scenarios.ts";
import { kept } from "./stored/kept.ts";
import { orders } from "./stored/orders.ts";
import { seenMerchants } from "./stored/seen-merchants.ts";
import { transactions } from "./stored/transactions.ts";
import { report } from "./verdict/report.ts";
import { verify } from "./verdict/verify.ts";

/** Everything that the control API has, in the order of its document. */
const RESOURCES: readonly Resource[] = [
  ...[health, about, changes, portal, documents, exchanges, traffic, bundles],
  ...[seenMerchants, merchants, payers, orders, transactions, kept, clock, notifications, inboxes],
  ...[scenarios, scenarioFiles, armed, holds, explain, coverage, findings, verify, report, contracts],
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
      description: "Each invalid member by its dotted path, if there can be several.",
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
    Journal: "Exchanges: each is one request, its answer, and what was found and decided in between.",
    Merchants: "Each merchant's clock, so tests need not wait for things to expire; its refunds; reset.",
    Orders: "What the store holds of a merchant.",
    Payers: "What shoppers do on the gateway's pages, for suites that have no browser.",
    Notifications: "Webhooks about orders: what was sent to the merchant's own system, and its answers.",
    Verdict: "What requests did wrong, and what they have covered of the gateway.",
    Contracts: "What the gateway accepts in each version, and what changes from one to another.",
    Scenarios: "Which rules decide, have decided, or hold requests.",
  },
};
