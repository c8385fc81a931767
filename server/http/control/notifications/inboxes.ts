import { ANSWER_DELAY_MAX_MS, SECRETS_SEEN } from "../../../gateway/notifications/inboxes.ts";
import type { Inbox } from "../../../gateway/notifications/inboxes.ts";
import type { AppParts } from "../../parts.ts";
import { arrive, nameIn, NO_INBOX } from "./inbox-arrivals.ts";
import { flag, listOf, MERCHANT, NO_MERCHANT, open, text, time, whole } from "../kernel/endpoint.ts";
import type { Given, Resource } from "../kernel/endpoint.ts";
import { endpoint } from "../kernel/kernel.ts";

const INBOXES = `${MERCHANT}/inboxes` as const;
const INBOX = `${INBOXES}/:inbox` as const;

const INBOX_ANSWER = {
  type: "object",
  additionalProperties: false,
  properties: {
    status: {
      ...whole({ minimum: 200, maximum: 599, default: 200 }),
      title: "an HTTP status from 200 to 599",
    },
    delayMs: {
      ...whole({ minimum: 0, maximum: ANSWER_DELAY_MAX_MS, default: 0 }),
      title: `milliseconds from 0 to ${ANSWER_DELAY_MAX_MS}`,
      description: "How long it waits before it answers.",
    },
    never: {
      ...flag,
      default: false,
      title: "true or false",
      description: "Whether it gives no answer at all, and closes the connection after a minute.",
    },
    times: {
      ...whole({ minimum: 1, maximum: 1_000 }),
      title: "a whole number from 1 to 1000: the number of deliveries it answers so",
      description: "Behind them it answers 200; left out: until it is told otherwise.",
    },
  },
} as const;

const DELIVERY = {
  type: "object",
  required: ["receivedAt", "headers", "secret", "body", "answer"],
  properties: {
    receivedAt: time,
    headers: {
      type: "object",
      additionalProperties: text,
      description: "Those that tell a notification, by their names in lower case.",
    },
    secret: {
      ...text,
      enum: SECRETS_SEEN,
      description:
        "What came of the header X-Notification-Secret; none: the merchant has no secret, and none came.",
    },
    body: { ...open, description: "Masked." },
    answer: { $ref: "#/components/schemas/InboxAnswer" },
  },
} as const;

const SHOWN_INBOX = {
  type: "object",
  required: ["name", "url", "answer", "deliveries"],
  properties: {
    name: text,
    url: {
      ...text,
      description:
        "For order.notificationUrl and the settings. It has https, as contracts ask for; the sandbox itself goes there without TLS, and others may send to the same path over http.",
    },
    answer: { $ref: "#/components/schemas/InboxAnswer" },
    deliveries: { ...listOf("InboxDelivery"), description: "Newest first; at most 100 are kept." },
  },
} as const;

export type InboxAnswerInput = Given<typeof INBOX_ANSWER>;
/** An inbox, and where it is. */
export interface InboxView extends Inbox {
  readonly url: string;
}

const list = endpoint({
  method: "get",
  path: INBOXES,
  tag: "Notifications",
  summary: "Lists the merchant's inboxes, the one used last first",
  description:
    "An inbox is a built-in receiver of notifications. It exists as soon as something is sent to it.",
  answers: { 200: "Inboxes" },
  problems: { 404: NO_MERCHANT },
  handle:
    (parts) =>
    ({ merchant: { id } }) => ({
      inboxes: parts.inboxes.list(id).map((inbox) => shown(parts, inbox)),
    }),
});

const one = endpoint({
  method: "get",
  path: INBOX,
  tag: "Notifications",
  summary: "Returns what arrived in an inbox, newest first",
  answers: { 200: "Inbox" },
  problems: { 404: NO_INBOX },
  handle:
    (parts) =>
    ({ merchant, params }) =>
      shown(parts, parts.inboxes.find(merchant.id, nameIn(params.inbox))),
});

const answer = endpoint({
  method: "put",
  path: INBOX,
  tag: "Notifications",
  summary: "Sets how an inbox answers: with which status, how late, or never",
  body: { name: "InboxAnswer", schema: INBOX_ANSWER, wrong: { title: "Invalid answer" } },
  answers: { 200: "Inbox" },
  problems: { 400: "A member of the answer is wrong.", 404: NO_INBOX },
  handle:
    (parts) =>
    async ({ merchant, params, body }) => {
      const name = nameIn(params.inbox);
      await parts.inboxes.answer(merchant.id, name, body);
      return shown(parts, parts.inboxes.find(merchant.id, name));
    },
});

const empty = endpoint({
  method: "delete",
  path: INBOX,
  tag: "Notifications",
  summary: "Empties an inbox, and lets it answer 200",
  answers: { 204: undefined },
  problems: { 404: NO_INBOX },
  handle:
    ({ inboxes: source }) =>
    ({ merchant, params }) =>
      source.empty(merchant.id, nameIn(params.inbox)),
});

function shown({ inboxUrl }: AppParts, { name, answer: now, deliveries }: Inbox): InboxView {
  return { name, url: inboxUrl(name), answer: now, deliveries };
}

/** Built-in receivers of notifications, so that nobody has to write one. */
export const inboxes: Resource = {
  schemas: {
    Inbox: SHOWN_INBOX,
    InboxDelivery: DELIVERY,
    Inboxes: { type: "object", required: ["inboxes"], properties: { inboxes: listOf("Inbox") } },
  },
  parameters: { inbox: "The name of an inbox: 1 to 40 letters, digits, _ or -." },
  endpoints: [arrive, list, one, answer, empty],
};
