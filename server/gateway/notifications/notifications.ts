import type { Notification } from "../../domain/notification.ts";
import { retryDelayMs } from "../../domain/notification.ts";
import { createLanes } from "../../notify/lanes.ts";
import type { Lanes } from "../../notify/lanes.ts";
import type { Timer } from "../../notify/timer.ts";
import type { Store } from "../../store/store.ts";
import { StoreUnavailable } from "../../store/store.ts";
import { deliver } from "./delivery.ts";
import type { DeliveryParts } from "./delivery.ts";
import { createNotificationBook } from "./notification-book.ts";
import type { NotificationBook } from "./notification-book.ts";
import type { NotificationRecord } from "./notification-record.ts";
import { createNotificationWaits } from "./notification-waits.ts";
import type { NotificationWaits } from "./notification-waits.ts";
import { createNotificationDesk } from "./owed-notifications.ts";
import type { NotificationDesk } from "./owed-notifications.ts";

export interface NotificationParts extends Omit<DeliveryParts, "book" | "store"> {
  readonly store: Store;
  readonly newId: () => string;
  readonly timer: Timer;
  /** How long to wait before each further try; as many tries as it has entries, and the first one. */
  readonly retriesMs: readonly number[];
  /** Reports a fault of ours, and of which notification. */
  readonly reportBug: (error: unknown, id: string) => void;
}

/** Everything about notifications: they are queued with an order, delivered, shown, and sent again. */
export interface Notifications extends Pick<NotificationBook, "list"> {
  readonly desk: NotificationDesk;
  find: (merchantId: string, id: string) => Promise<Notification | undefined>;
  readonly wait: NotificationWaits["wait"];
  /** One more attempt, now; one that waits for its next try is tried now. */
  resend: (merchantId: string, id: string) => Promise<Resent>;
  /** Nothing more is sent of what the merchant's orders owed: they are forgotten. */
  forget: (merchantId: string) => void;
  /** Takes up what an earlier process did not deliver. Until then nothing is sent. */
  resume: () => Promise<void>;
  stopWaits: () => void;
  /** Begins nothing more; what is not delivered stays in the store. Resolves when nothing is on its way. */
  close: () => Promise<void>;
}

/** The notification as it is then; or why there is no further attempt. */
export type Resent = Notification | "unknown" | "too-often";

/** Orders whose notifications are on their way at a time. */
const RUNNING_MAX = 8;
/** While the store cannot be written, what came of an attempt cannot be kept. */
const STORE_RETRY_MS = 5_000;
/** So that no notification grows without a bound. */
const ATTEMPTS_MAX = 100;

export function createNotifications(parts: NotificationParts): Notifications {
  const { clock, newId, timer, retriesMs } = parts;
  const book = createNotificationBook(parts.store);
  const waits = createNotificationWaits(book);
  const lanes = createLanes({
    run: (lane, id) => tryOnce({ ...parts, book, waits }, lane, id),
    ...{ timer, runningMax: RUNNING_MAX },
  });
  const intake = createIntake(lanes);
  const desk = createNotificationDesk({ clock, newId, tries: retriesMs.length + 1, queued: intake.add });
  return {
    desk,
    list: book.list,
    find: async (merchantId, id) => (await book.find(merchantId, id))?.notification,
    wait: waits.wait,
    resend: (merchantId, id) => resend({ book, lanes, intake }, merchantId, id),
    forget: (merchantId) => {
      lanes.drop((lane) => merchantOf(lane) === merchantId);
    },
    resume: () => intake.open(book),
    stopWaits: waits.stop,
    close: lanes.close,
  };
}

/** Of each order one after the other. */
function laneOf({ orderId, notification }: NotificationRecord): string {
  return JSON.stringify([notification.merchantId, orderId]);
}

function merchantOf(lane: string): string {
  const [merchantId] = JSON.parse(lane) as readonly [merchantId: string, orderId: string];
  return merchantId;
}

/**
 * Where notifications wait until those of an earlier process are in front of them, which are tried at once (assumption
 * A237).
 */
interface Intake {
  add: (record: NotificationRecord) => void;
  open: (book: NotificationBook) => Promise<void>;
}

function createIntake(lanes: Lanes): Intake {
  let early: NotificationRecord[] | undefined = [];
  const add = (record: NotificationRecord): void => {
    if (early === undefined) lanes.add(laneOf(record), record.notification.id);
    else early.push(record);
  };
  return {
    add,
    open: async (book) => {
      const before: NotificationRecord[] = [];
      for await (const record of book.queued()) before.push(record);
      const waiting = [...before, ...(early ?? [])];
      early = undefined;
      waiting.forEach(add);
    },
  };
}

interface Trying extends NotificationParts {
  readonly book: NotificationBook;
  readonly waits: NotificationWaits;
}

/** Gives how long to wait before it is tried again; undefined: it is over. */
async function tryOnce(parts: Trying, lane: string, id: string): Promise<number | undefined> {
  try {
    const after = await deliver(parts, merchantOf(lane), id);
    if (after === undefined) return undefined;
    if (after.notification.state === "queued") return retryDelayMs(after, parts.retriesMs);
    parts.waits.changed(after.notification);
    return undefined;
  } catch (error) {
    if (error instanceof StoreUnavailable) return STORE_RETRY_MS;
    parts.reportBug(error, id);
    return undefined;
  }
}

interface Resending {
  readonly book: NotificationBook;
  readonly lanes: Lanes;
  readonly intake: Intake;
}

async function resend({ book, lanes, intake }: Resending, merchantId: string, id: string): Promise<Resent> {
  const found = await book.find(merchantId, id);
  if (found === undefined) return "unknown";
  const { notification } = found;
  if (notification.attempts.length >= ATTEMPTS_MAX) return "too-often";
  if (notification.state === "queued") {
    lanes.hurry(laneOf(found), id);
    return notification;
  }
  const again = await book.change(merchantId, id, queuedAgain);
  if (again === undefined) return "unknown";
  intake.add(again);
  return again.notification;
}

/** For one attempt only: who asked for it looks what comes of it. */
function queuedAgain(record: NotificationRecord): NotificationRecord {
  return { ...record, triesLeft: 1, notification: { ...record.notification, state: "queued" } };
}
