import { randomUUID } from "node:crypto";
import { rootCertificates } from "node:tls";
import { isAnswered } from "../domain/record/notification.ts";
import type { Notification, NotificationAttempt } from "../domain/record/notification.ts";
import type { Merchants } from "../gateway/merchants/merchants.ts";
import { createInboxes } from "../gateway/notifications/inboxes.ts";
import type { InboxChange, Inboxes } from "../gateway/notifications/inboxes.ts";
import { createNotifications } from "../gateway/notifications/notifications.ts";
import type { Notifications } from "../gateway/notifications/notifications.ts";
import { createClocks } from "../gateway/time/clocks.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { createOwnInbox } from "../notify/own-inbox.ts";
import type { OwnAddresses } from "../notify/own-inbox.ts";
import { realTimer } from "../notify/queues.ts";
import { createSender } from "../notify/sender.ts";
import type { Store } from "../store/store.ts";
import type { Fellows } from "./fellows.ts";
import type { Journaling } from "./journaling.ts";
import { reportBug } from "./log.ts";
import type { Log } from "./log.ts";
import { isForgotten } from "./reset.ts";
import type { Config } from "./settings/settings.ts";

interface NotifyingParts {
  readonly log: Log;
  readonly store: Store;
  readonly fellows: Fellows | undefined;
  readonly merchants: Merchants;
  readonly journaling: Pick<Journaling, "attempted">;
  readonly metrics: Metrics | undefined;
  /** Authorities beside those that Node knows, in PEM form; undefined: none. */
  readonly authorities: string | undefined;
  readonly own: () => OwnAddresses;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** So long a receiver may take for its whole answer (assumption A234). */
const TIMEOUT_MS = 2_000;

/** The notifications of a sandbox; nothing is sent before they are resumed. */
export function openNotifying(config: Config, parts: NotifyingParts): Notifications {
  const { log, store, fellows, merchants, journaling, metrics, clock, authorities, own } = parts;
  const timer = realTimer;
  const notifications = createNotifications({
    ...{ store, clock, timer, retriesMs: config.notificationRetries },
    readClock: createClocks({ store, clock }).read,
    secretOver: config.notificationSecretOver,
    others: fellows && {
      leads: fellows.leads,
      hurry: (notification) => {
        fellows.tell("hurry", notification.merchantId, notification);
      },
    },
    newId: randomUUID,
    stopwatch: () => performance.now(),
    merchantOf: merchants.find,
    send: createSender({
      ...{ hosts: config.notificationHosts, timer, timeoutMs: TIMEOUT_MS },
      ownInbox: createOwnInbox({ own, others: addressesOf(fellows, own), names: config.controlHosts }),
      authorities: authorities === undefined ? undefined : [...rootCertificates, authorities],
    }),
    attempted: (notification, attempt) => {
      journaling.attempted(notification, attempt);
      metrics?.attempted(isAnswered(attempt));
      if (notification.state === "failed") tellFailure(log, notification, attempt);
    },
    reportBug: (error, notification) => {
      reportBug(log, error, { notification });
    },
  });
  if (fellows !== undefined) hearFellows(notifications, fellows);
  return notifications;
}

/** Gives where the other processes answer. Each tells it when it has come, and again when another one comes. */
function addressesOf(fellows: Fellows | undefined, own: () => OwnAddresses): () => readonly OwnAddresses[] {
  const known = new Map<string, OwnAddresses>();
  let living: ReadonlySet<string> = new Set();
  // Nobody else tells of addresses.
  fellows?.on("address", (value, _merchantId, process) => {
    known.set(process, value as unknown as OwnAddresses);
  });
  fellows?.onPulse((now) => {
    // Before it listens it has no address yet.
    if (own().plain === "") return;
    if ([...now].some((process) => !living.has(process))) fellows.tell("address", undefined, own());
    living = now;
  });
  return () => [...known].flatMap(([process, addresses]) => (living.has(process) ? [addresses] : []));
}

/** Nobody else tells of notifications and clocks. */
function hearFellows(notifications: Notifications, fellows: Fellows): void {
  fellows.on("attempt", (value) => {
    notifications.attemptedElsewhere(value as unknown as Notification);
  });
  fellows.on("hurry", (value) => {
    void notifications.hurry(value as unknown as Notification);
  });
  fellows.on("clock", (_value, merchantId = "") => {
    notifications.clockMoved(merchantId);
  });
}

function tellFailure(log: Log, { id, merchantId }: Notification, { reason = "" }: NotificationAttempt): void {
  log("warn", "notification-failed", { merchant: merchantId, notification: id, reason });
}

/** The built-in receivers of a sandbox; processes of one store have the same. */
export function openInboxes({ fellows }: Pick<NotifyingParts, "fellows">): Inboxes {
  const inboxes = createInboxes(async (merchantId, change) => {
    if (change.kind === "arrived") fellows?.tell("inbox", merchantId, change);
    else await fellows?.announce("inbox", merchantId, change);
  });
  // Nobody else tells of inboxes.
  fellows?.on("inbox", (value, merchantId = "", process) => {
    if (!isForgotten(fellows, "orders", process, merchantId))
      inboxes.follow(merchantId, value as unknown as InboxChange);
  });
  return inboxes;
}
