import type { JsonObject } from "../../domain/json.ts";
import { NOTIFICATION_STATES } from "../../domain/notification.ts";
import { NOTIFICATIONS_MAX, SETTLED_STATES } from "../notification-routes.ts";
import { listOf, number, text } from "./words.ts";

const time = { ...text, format: "date-time" };

const ATTEMPT: JsonObject = {
  type: "object",
  description: "One try to deliver it.",
  required: ["number", "at", "latencyMs"],
  properties: {
    number: { ...number, minimum: 1, description: "The header X-Notification-Attempt." },
    at: time,
    latencyMs: { type: "number", minimum: 0 },
    status: { type: "integer", description: "Not there when nothing was answered." },
    reason: { ...text, description: "Why it does not count; not there when it was answered 2xx." },
    answer: { ...text, description: "How the body of the answer begins, masked." },
  },
};

const NOTIFICATION: JsonObject = {
  type: "object",
  description: "One webhook and its attempts. Its body is what retrieving the transaction answered then.",
  required: [
    ...["id", "merchantId", "orderId", "transactionId", "url", "exchange"],
    ...["state", "queuedAt", "attempts"],
  ],
  properties: {
    id: { ...text, description: "The header X-Notification-Id." },
    merchantId: text,
    orderId: text,
    transactionId: text,
    url: { ...text, description: "Masked." },
    exchange: { ...text, description: "The id of the exchange that made or changed the transaction." },
    state: {
      ...text,
      enum: NOTIFICATION_STATES,
      description: "queued until an attempt was answered 2xx, or no further one will be made.",
    },
    queuedAt: time,
    attempts: { type: "array", items: ATTEMPT },
  },
};

const WAIT: JsonObject = {
  type: "object",
  additionalProperties: false,
  properties: {
    order: { ...text, description: "Only those about this order." },
    state: { ...text, enum: SETTLED_STATES, description: "Only those that came to this." },
    count: { type: "integer", minimum: 1, maximum: NOTIFICATIONS_MAX, default: 1 },
    timeoutMs: { type: "integer", minimum: 0, maximum: 60_000, default: 10_000 },
  },
};

export const NOTIFICATION_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  Notification: NOTIFICATION,
  Notifications: {
    type: "object",
    required: ["notifications"],
    properties: {
      notifications: listOf("Notification"),
      next: { ...text, description: "Ask for it as before, and the next page comes." },
    },
  },
  NotificationWait: WAIT,
};
