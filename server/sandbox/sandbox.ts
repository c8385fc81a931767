import { randomBytes, randomUUID } from "node:crypto";
import { rootCertificates } from "node:tls";
import type { Exchange } from "../domain/record/exchange.ts";
import { isAnswered } from "../domain/record/notification.ts";
import type { Notification, NotificationAttempt } from "../domain/record/notification.ts";
import type { Merchants } from "../gateway/merchants/merchants.ts";
import { createNotifications } from "../gateway/notifications/notifications.ts";
import type { Notifications } from "../gateway/notifications/notifications.ts";
import { createWaits } from "../gateway/time/waits.ts";
import { REQUEST_LIMITS } from "../http/server/broken-request.ts";
import type { Journal } from "../journal/journal.ts";
import { createMetrics } from "../metrics/metrics.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { realTimer } from "../notify/queues.ts";
import { createSender } from "../notify/sender.ts";
import { openLogStore } from "../store/log-store.ts";
import type { Store } from "../store/store.ts";
import type { Config } from "./config.ts";
import { loadSandboxFiles } from "./files.ts";
import { openJournaling } from "./journaling.ts";
import type { Journaling } from "./journaling.ts";
import { openListeners } from "./listeners.ts";
import { reportBug } from "./log.ts";
import type { Log } from "./log.ts";
import type { NotificationConfig } from "./notification-settings.ts";
import { assemble } from "./parts.ts";
import type { SandboxMaterial } from "./parts.ts";
import { watchScenarios } from "./scenario-watch.ts";

/** A running sandbox. */
export interface Sandbox {
  /** Where it answers, e.g. `http://127.0.0.1:8620`. */
  readonly url: string;
  /** Where it answers over TLS, e.g. `https://127.0.0.1:8621`; undefined when it does not. */
  readonly tlsUrl: string | undefined;
  /** Bearer token of the control API; undefined when it asks for none. */
  readonly controlToken: string | undefined;
  /** Merchant ids that may call, in words. */
  readonly merchants: string;
  /** Calls with every exchange from now on. */
  readonly subscribe: Journal["subscribe"];
  /** Breaks off the notifications that are on their way, and sends none any more; they stay in the store. */
  readonly silence: () => Promise<void>;
  close: () => Promise<void>;
}

/** What of a sandbox may be another. */
export interface SandboxOptions {
  readonly limits?: typeof REQUEST_LIMITS;
  readonly openStore?: typeof openLogStore;
  readonly random?: SandboxMaterial["random"];
}

/**
 * Loads and checks everything there is to check, opens the store, and listens. Rejects with what is wrong.
 * Ids, session versions and keys are drawn from `random`, unless they come from the secret of the data folder.
 */
export async function startSandbox(
  config: Config,
  log: Log,
  { limits = REQUEST_LIMITS, openStore = openLogStore, random = randomBytes }: SandboxOptions = {},
): Promise<Sandbox> {
  const clock = clockOf(config);
  const files = await loadSandboxFiles(config, log, clock);
  const metrics = config.metrics === "off" ? undefined : createMetrics();
  const synced = metrics === undefined ? {} : { synced: metrics.synced };
  const store = await openStore({ folder: config.dataFolder, log, onDamage: config.onDamage, ...synced });
  const journaling = await orRelease(openJournaling(config, log), () => store.close());
  if (config.accessLog === "on") journaling.journal.subscribe(logAccess(log));
  // The port is known only once the sandbox listens; nobody can ask for a page before.
  // Browsers reach the pages where the sandbox listens (assumption A181).
  const address = { public: config.publicUrl ?? "" };
  const publicUrl = (): string => address.public;
  const waits = createWaits();
  const notifications = openNotifying(config, {
    ...{ log, store, journaling, clock, metrics, merchants: files.merchants, authorities: files.receiverCa },
  });
  const served = { files, store, journaling, notifications, waits };
  const material = { config, log, ...served, metrics, random, clock, publicUrl };
  const parts = assemble(material);
  const release = (): Promise<void> => journaling.close().finally(() => store.close());
  const listeners = await orRelease(openListeners(parts, { config, tls: files.tls, limits }), release);
  address.public = config.publicUrl ?? listeners.url;
  const resumed = notifications.resume().catch((error: unknown) => {
    reportBug(log, error, {});
  });
  const watch = config.watch === "on" ? watchScenarios(files.library, log) : undefined;
  const { url, tlsUrl } = listeners;
  return {
    ...{ url, tlsUrl, controlToken: parts.access.token, merchants: files.merchantWords },
    ...{ subscribe: journaling.journal.subscribe, silence: notifications.close },
    close: async () => {
      stopWaiting(material);
      // Nothing new is taken from now on, whatever else takes its time.
      await Promise.all([listeners.close(), watch?.close(), resumed]);
      await notifications.close();
      await release();
    },
  };
}

/** Whoever waits for something gets an answer before the connections are closed. */
function stopWaiting({ files, journaling, notifications, waits }: SandboxMaterial): void {
  files.library.close();
  journaling.stopWaits();
  notifications.stopWaits();
  waits.close();
}

/** What cannot be opened lets go of what was opened before it. */
async function orRelease<T>(opening: Promise<T>, release: () => Promise<void>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    await release();
    throw error;
  }
}

function clockOf({ fixedClock }: Config): () => number {
  return fixedClock === undefined ? () => new Date().getTime() : () => fixedClock;
}

interface NotifyingParts {
  readonly log: Log;
  readonly store: Store;
  readonly merchants: Merchants;
  readonly journaling: Pick<Journaling, "attempted">;
  readonly metrics: Metrics | undefined;
  /** Authorities beside those that Node knows, in PEM form; undefined: none. */
  readonly authorities: string | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** So long a receiver may take for its whole answer (assumption A234). */
const TIMEOUT_MS = 2_000;

/** The notifications of a sandbox; nothing is sent before they are resumed. */
function openNotifying(config: NotificationConfig, parts: NotifyingParts): Notifications {
  const { log, store, merchants, journaling, metrics, clock, authorities } = parts;
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
      metrics?.attempted(isAnswered(attempt));
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

/** A line for each exchange (SANDBOX_ACCESS_LOG): who asked for what, and what came of it; nothing of headers and bodies. */
function logAccess(log: Log): (exchange: Exchange) => void {
  return ({ id, merchantId, traceparent, request, refusal, scenario, answer, durationMs }) => {
    const { method, route, version, operation, orderId, transactionId, bytes } = request;
    const outcome = refusal?.reason ?? scenario?.gatewayCode;
    const about = { merchant: merchantId, version, operation, order: orderId, transaction: transactionId };
    log("info", "exchange", {
      ...{ exchange: id, method, route, status: answer.status, durationMs, bytes },
      ...known({ ...about, outcome, traceparent }),
    });
  };
}

/** Without what is not known. */
function known(
  fields: Readonly<Record<string, number | string | undefined>>,
): Readonly<Record<string, number | string>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
