import { retryDelayMs } from "../../domain/record/notification.ts";
import type { Notification } from "../../domain/record/notification.ts";
import { createQueues } from "../../notify/queues.ts";
import type { Queues, Timer } from "../../notify/queues.ts";
import { StoreUnavailable } from "../../store/store.ts";
import type { Store } from "../../store/store.ts";
import { deliver } from "./delivery.ts";
import type { DeliveryParts, Try } from "./delivery.ts";
import { createNotificationBook } from "./notification-book.ts";
import type { NotificationBook, NotificationRecord } from "./notification-book.ts";
import { createNotificationWaits } from "./notification-waits.ts";
import type { NotificationWaits } from "./notification-waits.ts";
import { createNotificationDesk } from "./owed-notifications.ts";
import type { NotificationDesk } from "./owed-notifications.ts";

export interface NotificationParts extends Omit<DeliveryParts, "book" | "leads" | "stopped" | "store"> {
  readonly store: Store;
  /** The other processes of the store; undefined: there are none. */
  readonly others: OtherDeliverers | undefined;
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
  /** One more attempt, now; one that waits for its next try is tried now, and its schedule stays what it is. */
  readonly resend: Resending["resend"];
  /** Nothing more is sent of what the merchant's orders owed: they are forgotten. */
  forget: (merchantId: string) => void;
  /** Takes up what an earlier process did not deliver. Until then nothing is sent. */
  resume: () => Promise<void>;
  /** Takes up what other processes have queued, of these those that it does not know; only while it is this one that delivers. */
  takeUp: (queued: readonly NotificationKey[]) => Promise<void>;
  /** Somebody asked another process to try it now. */
  hurry: (notification: Notification) => Promise<unknown>;
  /** Another process has tried it. */
  attemptedElsewhere: (notification: Notification) => void;
  /** How many are not delivered, and still tried. */
  readonly waiting: () => number;
  stopWaits: () => void;
  /** Breaks off what is on its way and begins nothing more; what is not delivered stays in the store. */
  close: () => Promise<void>;
}

/** One of the processes of a store delivers for all, so that everything is sent once and each order's in its order. */
export interface OtherDeliverers {
  /** Whether it is this one. */
  readonly leads: () => boolean;
  /** Asks whoever it is to try it now. */
  readonly hurry: (notification: Notification) => void;
}

/** Names a notification. */
export interface NotificationKey {
  readonly merchantId: string;
  readonly id: string;
}

/** Orders whose notifications are on their way at a time. */
const RUNNING_MAX = 8;
/** While the store cannot be written, what came of an attempt cannot be kept. */
const STORE_RETRY_MS = 5_000;

export function createNotifications(parts: NotificationParts): Notifications {
  const { clock, newId, timer, retriesMs, others } = parts;
  const book = createNotificationBook(parts.store);
  const waits = createNotificationWaits(book);
  const stopping = new AbortController();
  const leads = others?.leads ?? ((): boolean => true);
  const queues = createQueues({
    run: async (queue, id) => {
      const attempt = { merchantId: merchantOf(queue), id, isAsked: resending.takeAsked(id) };
      const againMs = await tryOnce({ ...parts, book, waits, leads, stopped: stopping.signal }, attempt);
      if (againMs === undefined) taking.done(id);
      return againMs;
    },
    ...{ timer, runningMax: RUNNING_MAX },
  });
  const taking = createTaking({ queues, book, leads });
  const intake = others === undefined ? createIntake(queues) : FOUND_LATER;
  const hurry = (it: NotificationRecord): boolean => queues.retryNow(laneOf(it), it.notification.id);
  const resending = createResending({ book, add: intake.add, hurry, others });
  return {
    desk: createNotificationDesk({ clock, newId, tries: retriesMs.length + 1, queued: intake.add }),
    list: book.list,
    find: async (merchantId, id) => (await book.find(merchantId, id))?.notification,
    wait: waits.wait,
    resend: resending.resend,
    forget: taking.forget,
    resume: () => intake.open(book),
    takeUp: taking.takeUp,
    hurry: (it) => (leads() ? resending.resend(it.merchantId, it.id) : Promise.resolve()),
    attemptedElsewhere: waits.changed,
    waiting: queues.count,
    stopWaits: waits.stop,
    close: () => {
      const closed = queues.close();
      stopping.abort();
      return closed;
    },
  };
}

/** What the process that delivers for all has taken into its queues. */
interface Taking extends Pick<Notifications, "forget" | "takeUp"> {
  /** It need not be known any more. */
  done: (id: string) => void;
}

interface TakingParts {
  readonly queues: Queues;
  readonly book: NotificationBook;
  readonly leads: () => boolean;
}

function createTaking({ queues, book, leads }: TakingParts): Taking {
  const taken = new Set<string>();
  return {
    done: (id) => taken.delete(id),
    forget: (merchantId) => {
      queues.drop((queue) => merchantOf(queue) === merchantId);
    },
    takeUp: async (queued) => {
      if (!leads()) {
        queues.drop(() => true);
        taken.clear();
      }
      for (const { merchantId, id } of queued.filter((it) => !taken.has(it.id))) {
        const record = await book.find(merchantId, id);
        if (record === undefined || !leads()) continue;
        taken.add(id);
        queues.add(laneOf(record), id);
      }
    },
  };
}

/** Of each order one after the other. */
function laneOf({ orderId, notification }: NotificationRecord): string {
  return JSON.stringify([notification.merchantId, orderId]);
}

function merchantOf(queue: string): string {
  const [merchantId] = JSON.parse(queue) as readonly [merchantId: string, orderId: string];
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

/** Who delivers for several processes looks for what is queued, its own among it, so that each order's keep their order. */
const FOUND_LATER: Intake = { add: () => undefined, open: () => Promise.resolve() };

function createIntake(queues: Queues): Intake {
  let early: NotificationRecord[] | undefined = [];
  const add = (record: NotificationRecord): void => {
    if (early === undefined) queues.add(laneOf(record), record.notification.id);
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
  readonly leads: () => boolean;
  readonly book: NotificationBook;
  readonly waits: NotificationWaits;
  readonly stopped: AbortSignal;
}

/** Gives how long to wait before it is tried again; undefined: it is over. */
async function tryOnce(parts: Trying, attempt: Try): Promise<number | undefined> {
  try {
    const after = await deliver(parts, attempt);
    if (after === undefined) return undefined;
    if (after.notification.state === "queued") return retryDelayMs(after, parts.retriesMs);
    parts.waits.changed(after.notification);
    return undefined;
  } catch (error) {
    if (error instanceof StoreUnavailable) return STORE_RETRY_MS;
    parts.reportBug(error, attempt.id);
    return undefined;
  }
}

/** Further attempts that somebody asks for. */
interface Resending {
  resend: (merchantId: string, id: string) => Promise<Resent>;
  /** Whether the try that begins now was asked for; asking forgets it. */
  takeAsked: (id: string) => boolean;
}

/** The notification as it is then; or why there is no further attempt. */
type Resent = Notification | "unknown" | "too-often";

interface ResendingParts {
  readonly book: NotificationBook;
  /** Puts it behind those of its order. */
  readonly add: (record: NotificationRecord) => void;
  /** Tries it now if it waits for its next try; whether it does. */
  readonly hurry: (record: NotificationRecord) => boolean;
  readonly others: OtherDeliverers | undefined;
}

/** So that no notification grows without a bound. */
const ATTEMPTS_MAX = 100;

function createResending({ book, add, hurry, others }: ResendingParts): Resending {
  const asked = new Set<string>();
  return {
    takeAsked: (id) => asked.delete(id),
    resend: async (merchantId, id) => {
      const found = await book.find(merchantId, id);
      if (found === undefined) return "unknown";
      const { notification } = found;
      if (notification.attempts.length >= ATTEMPTS_MAX) return "too-often";
      if (notification.state === "queued") {
        if (others?.leads() === false) {
          others.hurry(notification);
          return notification;
        }
        // The try begins before hurrying is over.
        asked.add(id);
        if (!hurry(found)) asked.delete(id);
        return notification;
      }
      const again = await book.change(merchantId, id, queuedAgain);
      if (again === undefined) return "unknown";
      add(again);
      return again.notification;
    },
  };
}

/** For one attempt only: who asked for it looks what comes of it. */
function queuedAgain(record: NotificationRecord): NotificationRecord {
  return { ...record, triesLeft: 1, notification: { ...record.notification, state: "queued" } };
}
