import type { Notification } from "../../domain/record/notification.ts";
import { createQueues } from "../../notify/queues.ts";
import type { Timer } from "../../notify/queues.ts";
import type { Store } from "../../store/store.ts";
import type { Clocks } from "../time/clocks.ts";
import type { DeliveryParts } from "./delivery.ts";
import { createDueTimes } from "./due-times.ts";
import { createNotificationBook } from "./notification-book.ts";
import type { NotificationBook, NotificationRecord } from "./notification-book.ts";
import { createResending } from "./resending.ts";
import type { OtherDeliverers, Resending } from "./resending.ts";
import { createStaging } from "./staging.ts";
import type { Staging } from "./staging.ts";
import { createTurns } from "./turns.ts";
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
  readonly readClock: Clocks["read"];
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
  /** Nothing more is sent of what the merchant's forgotten orders owed; what is in the store stays in its turn. */
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
  /** The merchant's clock has been moved or stopped, or runs again. */
  readonly clockMoved: (merchantId: string) => void;
  stopWaits: () => void;
  /** Breaks off what is on its way and begins nothing more; what is not delivered stays in the store. */
  close: () => Promise<void>;
}

/** Names a notification. */
export interface NotificationKey {
  readonly merchantId: string;
  readonly id: string;
}

/** Looked up in one turn of the event loop, for which a shared store needs one statement. */
const TOGETHER = 500;

/** Orders whose notifications are on their way at a time. */
const RUNNING_MAX = 8;

export function createNotifications(parts: NotificationParts): Notifications {
  const { timer, others } = parts;
  const book = createNotificationBook(parts.store);
  const waits = createNotificationWaits(book);
  const stopping = new AbortController();
  const leads = others?.leads ?? ((): boolean => true);
  const queues = createQueues({
    run: (lane, id) =>
      tryInTurn({ lane, merchantId: merchantOf(lane), id, isAsked: resending.takeAsked(id) }),
    waits: (_lane, id) => {
      dueTimes.waits(id);
    },
    ...{ timer, runningMax: RUNNING_MAX },
  });
  const staging = createStaging({ queues, timer, laneOf, retriesMs: parts.retriesMs });
  const dueTimes = createDueTimes({ readClock: parts.readClock, retryIn: queues.retryIn });
  const taking = createTaking({ queued: [queues, staging, dueTimes], staging, book, leads });
  const tryInTurn = createTurns({
    ...{ ...parts, book, waits, leads, stopped: stopping.signal },
    ...{ staging, dueTimes, done: taking.done },
  });
  const intake = others === undefined ? createIntake(taking) : FOUND_LATER;
  const resending = createResending({ book, add: intake.add, hurry: staging.hurry, others });
  return {
    desk: deskOf(parts, intake, waits),
    find: async (merchantId, id) => (await book.find(merchantId, id))?.notification,
    resume: () => intake.open(book),
    hurry: (it) => (leads() ? resending.resend(it.merchantId, it.id) : Promise.resolve()),
    waiting: () => queues.count() + staging.count(),
    ...{ list: book.list, resend: resending.resend, forget: taking.forget, takeUp: taking.takeUp },
    ...{ wait: waits.wait, attemptedElsewhere: waits.changed, stopWaits: waits.stop },
    clockMoved: dueTimes.clockMoved,
    close: () => {
      const closed = queues.close();
      stopping.abort();
      return closed;
    },
  };
}

function deskOf(
  { clock, newId, retriesMs }: NotificationParts,
  { add }: Intake,
  { changed }: NotificationWaits,
): NotificationDesk {
  return createNotificationDesk({
    ...{ clock, newId, retriesMs },
    queued: (record) => {
      if (record.notification.state === "queued") return add(record);
      // What is lost on purpose has failed from the start, and nobody need wait for it.
      changed(record.notification);
      return undefined;
    },
  });
}

/** What this process has taken into its queues. */
interface Taking extends Pick<Notifications, "forget" | "takeUp">, Pick<Staging, "add"> {
  /** It need not be known any more. */
  done: (id: string) => void;
}

interface TakingParts {
  /** What holds notifications that wait. */
  readonly queued: readonly { readonly drop: (isMeant: (id: string) => boolean) => void }[];
  readonly staging: Staging;
  readonly book: NotificationBook;
  readonly leads: () => boolean;
}

function createTaking({ queued, staging, book, leads }: TakingParts): Taking {
  /** The merchant of each, by its id. */
  const taken = new Map<string, string>();
  const drop = (ids: Iterable<string>): void => {
    const gone = new Set(ids);
    for (const each of queued) each.drop((id) => gone.has(id));
    for (const id of gone) taken.delete(id);
  };
  const add: Taking["add"] = (record) => {
    const { id, merchantId } = record.notification;
    taken.set(id, merchantId);
    return staging.add(record);
  };
  return {
    add,
    done: (id) => taken.delete(id),
    forget: (merchantId) => {
      const ids = [...taken].flatMap(([id, whose]) => (whose === merchantId ? [id] : []));
      // While the store cannot be read they stay: the turn of each asks the store again.
      void missing(book, merchantId, ids).then(drop, () => undefined);
    },
    takeUp: async (waiting) => {
      if (!leads()) drop(taken.keys());
      const unknown = waiting.filter((it) => !taken.has(it.id));
      for (let at = 0; at < unknown.length; at += TOGETHER) {
        const batch = unknown.slice(at, at + TOGETHER);
        const found = await Promise.all(batch.map(({ merchantId, id }) => book.find(merchantId, id)));
        const records = leads() ? found.filter((record) => record !== undefined) : [];
        for (const record of records) void add(record);
      }
    },
  };
}

/** Those that are not in the store (any more). One that has come since a reset is. */
async function missing(
  book: NotificationBook,
  merchantId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const found = await Promise.all(ids.map((id) => book.find(merchantId, id)));
  return ids.filter((_, index) => found[index] === undefined);
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
  add: (record: NotificationRecord) => Promise<void> | undefined;
  open: (book: NotificationBook) => Promise<void>;
}

/** Who delivers for several processes looks for what is queued, its own among it, so that each order's keep their order. */
const FOUND_LATER: Intake = { add: () => undefined, open: () => Promise.resolve() };

function createIntake(taking: Taking): Intake {
  let early: NotificationRecord[] | undefined = [];
  const add: Intake["add"] = (record) => {
    if (early === undefined) return taking.add(record);
    early.push(record);
    return undefined;
  };
  return {
    add,
    open: async (book) => {
      const before: NotificationRecord[] = [];
      for await (const record of book.queued()) before.push(record);
      const waiting = [...before, ...(early ?? [])];
      early = undefined;
      for (const record of waiting) void add(record);
    },
  };
}
