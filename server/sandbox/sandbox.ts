import { randomBytes } from "node:crypto";
import { wordsOf } from "../domain/kept.ts";
import type { Exchange } from "../domain/record/exchange.ts";
import { createKeeping } from "../gateway/merchants/keeping/keeping.ts";
import type { Keeping } from "../gateway/merchants/keeping/keeping.ts";
import { REQUEST_LIMITS } from "../http/server/broken-request.ts";
import type { Journal } from "../journal/journal.ts";
import type { AppParts } from "../http/parts.ts";
import { createMetrics } from "../metrics/metrics.ts";
import type { OwnAddresses } from "../notify/own-inbox.ts";
import type { Store } from "../store/store.ts";
import type { Config } from "./settings/settings.ts";
import type { Storage } from "./fellows.ts";
import { loadSandboxFiles } from "./files.ts";
import type { SandboxFiles } from "./files.ts";
import { openJournaling } from "./journaling.ts";
import { openListeners } from "./listeners.ts";
import { reportBug } from "./log.ts";
import type { Log } from "./log.ts";
import { openNotifying } from "./notifying.ts";
import { assemble } from "./parts.ts";
import type { SandboxMaterial } from "./parts.ts";
import { openStorage } from "./storage.ts";
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
  /** Gives what the sandbox uses of its store. */
  readonly around?: (store: Store) => Store;
  readonly random?: SandboxMaterial["random"];
}

/**
 * Loads and checks everything there is to check, opens the store, and listens. Rejects with what is wrong.
 * Ids, session versions and keys are drawn from `random`, unless they come from the secret of the data folder.
 */
export async function startSandbox(
  config: Config,
  log: Log,
  { limits = REQUEST_LIMITS, around = (store) => store, random = randomBytes }: SandboxOptions = {},
): Promise<Sandbox> {
  // The port is known only once the sandbox listens; nobody can ask for a page before.
  let own: OwnAddresses = { plain: "", tls: undefined, public: config.publicUrl ?? "" };
  const opened = await open(config, log, { around, random, own: () => own });
  const { material, parts, release } = opened;
  const { files, journaling, notifications } = material;
  const listeners = await orRelease(openListeners(parts, { config, tls: files.tls, limits, log }), release);
  const { url, tlsUrl } = listeners;
  // Browsers reach the pages where the sandbox listens (assumption A181).
  own = { plain: url, tls: tlsUrl, public: config.publicUrl ?? url };
  const stopDelivering = opened.deliver(notifications);
  const watch = config.watch === "on" ? watchScenarios(files.library, log) : undefined;
  return {
    ...{ url, tlsUrl, controlToken: parts.access.token, merchants: files.merchantWords },
    ...{ subscribe: journaling.journal.subscribe, silence: notifications.close },
    close: async () => {
      stopWaiting(material);
      // Nothing new is taken from now on, whatever else takes its time.
      await Promise.all([listeners.close(), watch?.close(), stopDelivering()]);
      await notifications.close();
      await release();
    },
  };
}

interface Opened {
  readonly material: SandboxMaterial;
  readonly parts: AppParts;
  readonly deliver: Storage["deliver"];
  /** Closes what was opened. */
  readonly release: () => Promise<void>;
}

/** Everything but the listeners. */
async function open(
  config: Config,
  log: Log,
  given: Pick<SandboxMaterial, "random"> &
    Required<Pick<SandboxOptions, "around">> & { readonly own: () => OwnAddresses },
): Promise<Opened> {
  const clock = clockOf(config);
  const files = await loadSandboxFiles(config, log, clock);
  const metrics = config.metrics === "off" ? undefined : createMetrics();
  const exchangesKept = { usually: config.journalSize, own: ownExchangesKept(files) };
  const storage = await openStorage(config, log, { metrics, around: given.around, exchangesKept });
  const { fellows, waits, deliver } = storage;
  const { store, sweep, forgetStrays } = keepWithin(storage.store, { config, log, files, metrics, clock });
  const journaling = await orRelease(
    openJournaling(config, log, { fellows, merchants: files.merchants, metrics }),
    () => store.close(),
  );
  if (config.accessLog === "on") journaling.onOwn(logAccess(log));
  const notifications = openNotifying(config, {
    ...{ log, store, journaling, fellows, clock, metrics },
    ...{ merchants: files.merchants, authorities: files.receiverCa, own: given.own },
  });
  const { random, own } = given;
  const publicUrl = (): string => own().public;
  const served = { files, store, journaling, fellows, notifications, waits };
  const material = { config, log, ...served, metrics, random, clock, publicUrl };
  const parts = assemble(material);
  const sweeping = setInterval(() => void sweep().then(forgetStrays), SWEEP_MS).unref();
  const release = async (): Promise<void> => {
    clearInterval(sweeping);
    await fellows?.close();
    await closeBoth(journaling, store);
  };
  await orRelease(fellows?.meet() ?? Promise.resolve(), release);
  await sweep();
  // A start does not wait for it: every page is looked at.
  void forgetStrays();
  return { material, parts, deliver, release };
}

/** The second one also when the first could not be closed. */
async function closeBoth(first: Closable, second: Closable): Promise<void> {
  try {
    await first.close();
  } finally {
    await second.close();
  }
}

interface Closable {
  readonly close: () => Promise<void>;
}

function ownExchangesKept({ merchants, merchantIds }: SandboxFiles): ReadonlyMap<string, number> {
  const own = merchantIds.map((id) => [id, merchants.find(id)?.exchangesKept] as const);
  return new Map(own.flatMap(([id, kept]) => (kept === undefined ? [] : [[id, kept] as const])));
}

/** So often orders are looked for that are too old, and pages whose order is gone. */
const SWEEP_MS = 3_600_000;

type KeepingParts = Pick<SandboxMaterial, "clock" | "config" | "files" | "log" | "metrics">;

function keepWithin(store: Store, { config, log, files, metrics, clock }: KeepingParts): Keeping {
  return createKeeping({
    ...{ store, clock },
    limitOf: (merchantId, limit) => files.merchants.find(merchantId)?.[limit] ?? config[limit],
    evicted: (merchant, what, count) => {
      metrics?.evicted(what, count);
      log("info", `${wordsOf(what).join("-")}-evicted`, { merchant, [what]: count });
    },
    reportBug: (error) => {
      reportBug(log, error, {});
    },
  });
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
