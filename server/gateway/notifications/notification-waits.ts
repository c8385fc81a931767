import type { Notification } from "../../domain/record/notification.ts";
import { isMeant } from "./notification-book.ts";
import type { NotificationBook, NotificationFilter } from "./notification-book.ts";

/** What is waited for: so many notifications of the merchant that are delivered or have failed. */
export interface NotificationWaitOptions {
  readonly merchantId: string;
  readonly filter: NotificationFilter;
  readonly count: number;
  readonly timeoutMs: number;
  /** Aborted when nobody waits any more. */
  readonly gone: AbortSignal;
}

/** How waiting ended, with what matched by then, newest first. */
export interface NotificationsAwaited {
  readonly end: "matched" | "late" | "gone" | "stopped";
  readonly notifications: readonly Notification[];
}

export interface NotificationWaits {
  wait: (options: NotificationWaitOptions) => Promise<NotificationsAwaited>;
  /** Tells those that wait how a notification stands now. */
  changed: (notification: Notification) => void;
  /** Ends every wait, and those to come: the sandbox stops. */
  stop: () => void;
}

type End = NotificationsAwaited["end"];

interface Waiting {
  readonly options: NotificationWaitOptions;
  /** Ids of those that match. */
  readonly matched: Set<string>;
  readonly finish: (end: End) => void;
}

export function createNotificationWaits(book: Pick<NotificationBook, "list">): NotificationWaits {
  const all = new Set<Waiting>();
  let isStopped = false;
  return {
    wait: (options) =>
      isStopped ? Promise.resolve({ end: "stopped", notifications: [] }) : waitOn(book, options, all),
    changed: (notification) => {
      for (const waiting of all) look(waiting, notification);
    },
    stop: () => {
      isStopped = true;
      for (const { finish } of all) finish("stopped");
    },
  };
}

/** It listens before it looks, so that nothing is missed between. */
async function waitOn(
  book: Pick<NotificationBook, "list">,
  options: NotificationWaitOptions,
  all: Set<Waiting>,
): Promise<NotificationsAwaited> {
  let finish: (end: End) => void = () => undefined;
  const ended = new Promise<End>((resolve) => {
    finish = resolve;
  });
  const leave = (): void => {
    finish("gone");
  };
  const waiting: Waiting = { options, matched: new Set(), finish };
  all.add(waiting);
  const timer = setTimeout(() => {
    finish("late");
  }, options.timeoutMs);
  options.gone.addEventListener("abort", leave);
  if (options.gone.aborted) leave();
  try {
    for (const known of await matching(book, options)) look(waiting, known);
    const end = await ended;
    return { end, notifications: end === "gone" ? [] : await matching(book, options) };
  } finally {
    clearTimeout(timer);
    all.delete(waiting);
    options.gone.removeEventListener("abort", leave);
  }
}

function matching(
  book: Pick<NotificationBook, "list">,
  { merchantId, filter, count }: NotificationWaitOptions,
): Promise<readonly Notification[]> {
  return book.list(merchantId, { filter, limit: count, before: undefined });
}

function look({ options, matched, finish }: Waiting, notification: Notification): void {
  if (notification.merchantId !== options.merchantId || !isMeant(options.filter, notification)) return;
  matched.add(notification.id);
  if (matched.size >= options.count) finish("matched");
}
