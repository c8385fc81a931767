import { randomUUID } from "node:crypto";
import { rootCertificates } from "node:tls";
import { reportBug } from "./bug-report.ts";
import type { Notification, NotificationAttempt } from "../domain/record/notification.ts";
import type { Merchants } from "../gateway/merchants/merchants.ts";
import { createNotifications } from "../gateway/notifications/notifications.ts";
import type { Notifications } from "../gateway/notifications/notifications.ts";
import type { Journaling } from "./journaling.ts";
import type { Log } from "./log.ts";
import type { NotificationConfig } from "./notification-settings.ts";
import { createSender } from "../notify/sender.ts";
import { realTimer } from "../notify/timer.ts";
import type { Store } from "../store/store.ts";

export interface NotifyingParts {
  readonly log: Log;
  readonly store: Store;
  readonly merchants: Merchants;
  readonly journaling: Pick<Journaling, "attempted">;
  /** Authorities beside those that Node knows, in PEM form; undefined: none. */
  readonly authorities: string | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** So long a receiver may take for its whole answer (assumption A234). */
const TIMEOUT_MS = 2_000;

/** The notifications of a sandbox; nothing is sent before they are resumed. */
export function openNotifying(config: NotificationConfig, parts: NotifyingParts): Notifications {
  const { log, store, merchants, journaling, clock, authorities } = parts;
  const timer = realTimer;
  return createNotifications({
    ...{ store, clock, timer, retriesMs: config.notificationRetries },
    newId: randomUUID,
    stopwatch: () => performance.now(),
    merchantOf: merchants.find,
    send: createSender({
      ...{ hosts: config.notificationHosts, timer, timeoutMs: TIMEOUT_MS },
      authorities: authorities === undefined ? undefined : [...rootCertificates, authorities],
    }),
    attempted: (notification, attempt) => {
      journaling.attempted(notification, attempt);
      if (notification.state === "failed") tellFailure(log, notification, attempt);
    },
    reportBug: (error, notification) => {
      reportBug(log, error, { notification });
    },
  });
}

function tellFailure(log: Log, { id, merchantId }: Notification, { reason = "" }: NotificationAttempt): void {
  log("warn", "notification-failed", { merchant: merchantId, notification: id, reason });
}
