import { randomBytes } from "node:crypto";
import { reportBug } from "./bug-report.ts";
import type { Config } from "./config.ts";
import { createPatience } from "../gateway/time/patience.ts";
import { REQUEST_LIMITS } from "../http/server/broken-request.ts";
import type { Journal } from "../journal/journal.ts";
import { openJournaling } from "./journaling.ts";
import { openNotifying } from "./notifying.ts";
import { openListeners } from "./listeners.ts";
import type { Log } from "./log.ts";
import { loadSandboxFiles } from "./files.ts";
import { assemble } from "./parts.ts";
import type { SandboxMaterial } from "./parts.ts";
import { watchScenarios } from "./scenario-watch.ts";
import { openLogStore } from "../store/log-store.ts";

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
  const store = await openStore({ folder: config.dataFolder, log, onDamage: config.onDamage });
  const journaling = await orRelease(openJournaling(config, log), () => store.close());
  // The port is known only once the sandbox listens; nobody can ask for a page before.
  // Browsers reach the pages where the sandbox listens (assumption A181).
  const address = { public: config.publicUrl ?? "" };
  const publicUrl = (): string => address.public;
  const patience = createPatience();
  const notifications = openNotifying(config, {
    ...{ log, store, journaling, clock, merchants: files.merchants, authorities: files.receiverCa },
  });
  const served = { files, store, journaling, notifications, patience };
  const material = { config, log, ...served, random, clock, publicUrl };
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
    ...{ url, tlsUrl, controlToken: parts.controlToken, merchants: files.merchantWords },
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
function stopWaiting({ files, journaling, notifications, patience }: SandboxMaterial): void {
  files.library.close();
  journaling.stopWaits();
  notifications.stopWaits();
  patience.close();
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
