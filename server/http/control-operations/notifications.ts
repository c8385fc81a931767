import { NOTIFICATION_STATES } from "../../domain/notification.ts";
import type { ControlOperation, QueryParameter } from "../../openapi/control-document.ts";
import { NOTIFICATIONS_MAX } from "../notification-routes.ts";
import { MERCHANT, NO_MERCHANT } from "./words.ts";

const NOTIFICATIONS = `${MERCHANT}/notifications`;
const NONE = "There is no such merchant or notification, or the merchant's orders were reset.";

const text = { type: "string" };

const FIELDS: Readonly<Record<string, QueryParameter>> = {
  order: { description: "Only those about this order.", schema: text },
  state: {
    description: "Only those that are in this state.",
    schema: { ...text, enum: NOTIFICATION_STATES },
  },
  limit: {
    description: "At most so many.",
    schema: { type: "integer", minimum: 1, maximum: NOTIFICATIONS_MAX, default: 50 },
  },
  before: { description: "Only those older than this notification.", schema: text },
};

export const notificationOperations: readonly ControlOperation[] = [
  {
    method: "get",
    path: NOTIFICATIONS,
    tag: "Notifications",
    summary: "Lists the merchant's notifications, newest first",
    description: "With next, there are older ones: ask again with it as before.",
    query: FIELDS,
    answers: { 200: "Notifications" },
    problems: { 400: "A filter is unknown, or its value is wrong.", 404: NO_MERCHANT },
  },
  {
    method: "get",
    path: `${NOTIFICATIONS}/:notificationId`,
    tag: "Notifications",
    summary: "Gives a notification with every attempt",
    answers: { 200: "Notification" },
    problems: { 404: NONE },
  },
  {
    method: "post",
    path: `${NOTIFICATIONS}/:notificationId/resend`,
    tag: "Notifications",
    summary: "Sends a notification once more",
    description: "One that waits for its next attempt is tried now; the answer tells how it stood before.",
    answers: { 202: "Notification" },
    problems: { 404: NONE, 409: "It has been tried too often." },
  },
  {
    method: "post",
    path: `${NOTIFICATIONS}/wait`,
    tag: "Notifications",
    summary: "Answers as soon as so many notifications are delivered or have failed",
    takes: "NotificationWait",
    takesNothing: true,
    answers: { 200: "Notifications" },
    problems: {
      400: "A filter is unknown, or its value is wrong.",
      404: NO_MERCHANT,
      408: "Too few in time.",
      503: "The sandbox stops.",
    },
  },
];
