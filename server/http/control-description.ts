import type { ControlDescription } from "../openapi/control-document.ts";
import { CONTROL_OPERATIONS } from "./control-operations/index.ts";
import { CONTROL_SCHEMAS } from "./control-schemas/index.ts";

/** The control API as its OpenAPI document and its page tell it. */
export const CONTROL_DESCRIPTION: ControlDescription = {
  operations: CONTROL_OPERATIONS,
  schemas: CONTROL_SCHEMAS,
  parameters: {
    document: "latest.json, control.json, or v and a version: v60.json.",
    id: "The id of an exchange: the header X-Sandbox-Exchange of the answer names it.",
    notificationId: "The id of a notification: its header X-Notification-Id, and what the exchange names.",
    ruleId: "The id of an armed rule.",
    merchantId: "The merchant's id.",
    orderId: "The order's id.",
    transactionId: "The transaction's id.",
  },
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
