import { isObject, textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Delivery, Notification } from "../../domain/record/notification.ts";
import type { RecordChange, RecordRef } from "../../store/store.ts";

/** A notification as it is stored: with what it is rendered from, so that its body need not be kept. */
export interface NotificationRecord extends Delivery {
  /** As it is, for looking it up. */
  readonly orderId: string;
  /** Which entry of the order it tells. */
  readonly entry: number;
  /** Whether it goes to the merchant's own address and not to that of a request. */
  readonly isOwn: boolean;
}

export function notificationRef(id: string): RecordRef {
  return { kind: "notification", id };
}

/** Undefined when there is none. */
export function readNotification(record: JsonObject | undefined): NotificationRecord | undefined {
  const [orderId, entry, triesLeft] = [
    textAt(record, "orderId"),
    valueAt(record, "entry"),
    valueAt(record, "triesLeft"),
  ];
  const notification = valueAt(record, "notification");
  if (orderId === undefined || typeof entry !== "number" || typeof triesLeft !== "number") return undefined;
  if (!isObject(notification)) return undefined;
  const isOwn = valueAt(record, "isOwn") === true;
  // Nobody else writes records of this kind.
  return { orderId, entry, isOwn, triesLeft, notification: notification as unknown as Notification };
}

export function notificationChange(record: NotificationRecord): RecordChange {
  const { notification, ...rest } = record;
  const shown = { ...notification, attempts: notification.attempts.map((attempt) => ({ ...attempt })) };
  return { ...notificationRef(notification.id), value: { ...rest, notification: shown } };
}
