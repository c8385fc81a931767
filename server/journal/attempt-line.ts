import { isObject } from "../domain/json.ts";
import type { AttemptLine, Notification, NotificationAttempt } from "../domain/record/notification.ts";

/** The line begins as those of exchanges do, so that a file of the journal is still known by its beginning. */
export function attemptLine(notification: Notification, attempt: NotificationAttempt): AttemptLine {
  const { id, merchantId, orderId, transactionId, url, exchange, state } = notification;
  const kind = "notification-attempt";
  return { id, kind, merchantId, orderId, transactionId, url, exchange, state, attempt };
}

const BEGINNING = /^\{"id":"[^"]*","kind":"notification-attempt",/;

/** Undefined when the text is no such line, or a part of one. */
export function attemptIn(text: string): AttemptLine | undefined {
  if (!BEGINNING.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isAttemptLine(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isAttemptLine(value: unknown): value is AttemptLine {
  return isObject(value) && isObject(value["attempt"]) && typeof value["exchange"] === "string";
}
