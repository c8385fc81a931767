import { maskText } from "../../../domain/card/card.ts";
import { DELIVERIES } from "../../../domain/record/effects.ts";
import { NOTIFICATION_STATES } from "../../../domain/record/notification.ts";
import type { Notification, NotificationState } from "../../../domain/record/notification.ts";
import type { NotificationFilter } from "../../../gateway/notifications/notification-book.ts";
import type { AppParts } from "../../parts.ts";
import { flag, listOf, MERCHANT, NO_MERCHANT, number, text, time, whole } from "../kernel/endpoint.ts";
import type { Given, Judged, Resource } from "../kernel/endpoint.ts";
import { endpoint } from "../kernel/kernel.ts";
import { Problem } from "../kernel/problem.ts";

const NOTIFICATIONS = `${MERCHANT}/notifications` as const;
const NONE = "There is no such merchant or notification, or the merchant's orders were reset.";
const BAD_FILTER = "A filter is unknown, or its value is wrong.";

/** Notifications that one answer shows, or one wait waits for, at most. */
const NOTIFICATIONS_MAX = 500;

/** States that a notification stays in, and that can be waited for. */
const SETTLED_STATES = ["delivered", "failed"] as const satisfies readonly NotificationState[];

const PAGE = {
  type: "object",
  additionalProperties: false,
  properties: {
    order: { ...text, description: "Only those about this order." },
    state: { ...text, description: "Only those in this state.", enum: NOTIFICATION_STATES },
    limit: {
      description: "Maximum number.",
      ...whole({ minimum: 1, maximum: NOTIFICATIONS_MAX, default: 50 }),
    },
    before: { ...text, description: "Only those older than this notification." },
  },
} as const;

const WAIT = {
  type: "object",
  additionalProperties: false,
  properties: {
    order: { ...text, description: "Only those about this order." },
    state: { ...text, enum: SETTLED_STATES, description: "Only those that ended in this state." },
    count: whole({ minimum: 1, maximum: NOTIFICATIONS_MAX, default: 1 }),
    timeoutMs: whole({ minimum: 0, maximum: 60_000, default: 10_000 }),
  },
} as const;

export type NotificationPageQuery = Given<typeof PAGE>;
export type NotificationWait = Given<typeof WAIT>;

const list = endpoint({
  method: "get",
  path: NOTIFICATIONS,
  tag: "Notifications",
  summary: "Lists the merchant's notifications, newest first",
  description: "If next is present, there are older ones: repeat the call with before set to it.",
  query: PAGE,
  answers: { 200: "Notifications" },
  problems: { 400: BAD_FILTER, 404: NO_MERCHANT },
  handle:
    ({ notifications: source }) =>
    async ({ merchant: { id, notifications: sending }, query: { order, state, limit, before } }) => {
      if (before !== undefined && (await source.find(id, before)) === undefined)
        throw new Problem(
          400,
          "Invalid before",
          "before must be the id of a notification, for example next of the previous page.",
        );
      const filter = filterOf(order, state === undefined ? NOTIFICATION_STATES : [state]);
      const found = await source.list(id, { filter, limit: limit + 1, before });
      const page = found.slice(0, limit);
      return {
        notifications: page,
        next: found.length > limit ? page.at(-1)?.id : undefined,
        ...{ isOn: sending.enabled, url: sending.url && maskText(sending.url) },
      };
    },
});

const one = endpoint({
  method: "get",
  path: `${NOTIFICATIONS}/:notificationId`,
  tag: "Notifications",
  summary: "Returns a notification with all attempts",
  answers: { 200: "Notification" },
  problems: { 404: NONE },
  handle:
    ({ notifications: source }) =>
    async ({ merchant, params }) =>
      (await source.find(merchant.id, params.notificationId)) ?? none(),
});

const resend = endpoint({
  method: "post",
  path: `${NOTIFICATIONS}/:notificationId/resend`,
  tag: "Notifications",
  summary: "Sends a notification again",
  description: "One that is waiting for a retry is sent now; the answer shows its previous state.",
  answers: { 202: "Notification" },
  problems: { 404: NONE, 409: "It has too many attempts." },
  handle:
    ({ notifications: source }) =>
    async ({ merchant, params }) => {
      const resent = await source.resend(merchant.id, params.notificationId);
      if (resent === "too-often")
        throw new Problem(409, "Too many attempts", "The maximum of 100 attempts has been reached.");
      return resent === "unknown" ? none() : resent;
    },
});

const wait = endpoint({
  method: "post",
  path: `${NOTIFICATIONS}/wait`,
  tag: "Notifications",
  summary: "Answers as soon as the given number of notifications are delivered or have failed",
  body: { name: "NotificationWait", schema: WAIT, isOptional: true, reads: "fields" },
  answers: { 200: "Notifications" },
  problems: {
    400: BAD_FILTER,
    404: NO_MERCHANT,
    408: "Too few before the timeout.",
    503: "The sandbox is shutting down.",
  },
  needs: "look",
  handle:
    (parts) =>
    ({ merchant, body, gone }) =>
      settledOf(parts, merchant.id, body, gone),
});

function none(): never {
  throw new Problem(
    404,
    "No such notification",
    "No notification has this id: it never existed, or the merchant's orders were reset.",
  );
}

/** Ids are masked in notifications, so that they are found by their masked form. */
function filterOf(order: string | undefined, states: readonly NotificationState[]): NotificationFilter {
  return { order: order === undefined ? undefined : maskText(order), states };
}

/** Answers as soon as so many are delivered or have failed, so that suites need not ask again and again. */
async function settledOf(
  { notifications: source }: AppParts,
  merchantId: string,
  { order, state, count, timeoutMs }: Judged<typeof WAIT>,
  gone: AbortSignal,
): Promise<{ readonly notifications: readonly Notification[] } | undefined> {
  const filter = filterOf(order, state === undefined ? SETTLED_STATES : [state]);
  const { end, notifications: found } = await source.wait({ merchantId, filter, count, timeoutMs, gone });
  const words = `${found.length} of ${count} were delivered or had failed`;
  switch (end) {
    case "matched":
      return { notifications: found };
    case "late":
      throw new Problem(408, "Timed out", `${words} in ${timeoutMs} ms.`, { matched: found.length });
    case "stopped":
      throw new Problem(503, "Stopping", `${words}; the sandbox is shutting down.`, {
        matched: found.length,
      });
    case "gone":
      return undefined;
  }
}

const ATTEMPT = {
  type: "object",
  description: "One delivery attempt.",
  required: ["number", "at", "latencyMs"],
  properties: {
    number: { ...number, minimum: 1, description: "The header X-Notification-Attempt." },
    at: time,
    latencyMs: { type: "number", minimum: 0 },
    status: { type: "integer", description: "Absent if there was no answer." },
    reason: { ...text, description: "Why it failed; absent if it was answered 2xx." },
    answer: { ...text, description: "The beginning of the answer's body, masked." },
    secret: {
      ...text,
      enum: ["missing", "wrong"],
      description: "What a scenario did to the merchant's secret; absent: nothing.",
    },
  },
};

const NOTIFICATION = {
  type: "object",
  description:
    "One webhook and its attempts. Its body is the answer that retrieving the transaction gave at that time.",
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
    exchange: { ...text, description: "The id of the exchange that created or changed the transaction." },
    traceparent: { ...text, description: "That of the exchange; every attempt sends it as a header." },
    played: {
      type: "object",
      description: "What a scenario does to it on purpose; absent: nothing.",
      properties: {
        delivery: { ...text, enum: DELIVERIES },
        delayMs: number,
        secret: { ...text, enum: ["missing", "wrong"] },
        retries: { ...text, enum: ["published"] },
      },
    },
    state: {
      ...text,
      enum: NOTIFICATION_STATES,
      description: "queued until an attempt is answered 2xx or no retries are left.",
    },
    queuedAt: time,
    nextAttemptAt: {
      ...time,
      description:
        "By the merchant's clock: when it is tried again, or for the first time if a scenario delays it. Absent: it does not wait.",
    },
    attempts: { type: "array", items: ATTEMPT },
  },
};

/** What was sent to the merchant's own system, with every attempt; and sending it again. */
export const notifications: Resource = {
  schemas: {
    Notification: NOTIFICATION,
    Notifications: {
      type: "object",
      required: ["notifications"],
      properties: {
        notifications: listOf("Notification"),
        next: { ...text, description: "Set before to this value to get the next page." },
        isOn: { ...flag, description: "Of the list: whether the merchant's notifications are on." },
        url: {
          ...text,
          description:
            "Of the list: where they go when no request names an address. Masked; absent: nowhere.",
        },
      },
    },
  },
  parameters: {
    notificationId: "The id of a notification, from its header X-Notification-Id or from the exchange.",
  },
  endpoints: [list, one, resend, wait],
};
