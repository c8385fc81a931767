import { randomBytes, randomUUID } from "node:crypto";
import type { Config } from "./config.ts";
import { loadContracts } from "./contract/contracts.ts";
import { maskText } from "./domain/card.ts";
import { createClocks } from "./gateway/clocks.ts";
import { createFingerprints } from "./gateway/fingerprints.ts";
import { createGateway } from "./gateway/gateway.ts";
import type { GatewayParts } from "./gateway/parts.ts";
import { listedMerchants, testMerchants } from "./gateway/merchants.ts";
import type { Merchants } from "./gateway/merchants.ts";
import { createTerminalOpener } from "./gateway/terminal-data.ts";
import { createVault } from "./gateway/vault.ts";
import type { AppParts } from "./http/parts.ts";
import { REQUEST_LIMITS } from "./http/broken-request.ts";
import { createJournal } from "./journal/journal.ts";
import { openListeners, tlsMaterialOf } from "./listeners.ts";
import type { Listeners, ListenersOptions } from "./listeners.ts";
import type { Log } from "./log.ts";
import { loadMerchants } from "./merchant-file.ts";
import { loadScenarios } from "./scenario/load.ts";
import { openLogStore } from "./store/log-store.ts";
import type { Store } from "./store/store.ts";

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
  close: () => Promise<void>;
}

const PACKAGE = new URL("..", import.meta.url);

/** Merchants whose exchanges are kept in memory. */
const JOURNAL_MERCHANTS_MAX = 1_000;

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** Loads and checks everything there is to check, opens the store, and listens. Rejects with what is wrong. */
export async function startSandbox(config: Config, log: Log, limits = REQUEST_LIMITS): Promise<Sandbox> {
  const contracts = loadContracts(new URL("schemas/", PACKAGE), { versions: config.versions });
  const scenarioFolder = config.scenarioFolder ?? new URL("scenarios/", PACKAGE);
  const scenarios = loadScenarios(scenarioFolder, config.scenarios);
  const merchants = merchantsOf(config);
  const tls = await tlsMaterialOf(config);
  const store = await openLogStore({ folder: config.dataFolder, log });
  const controlToken =
    config.controlToken ?? (LOOPBACK.test(config.host) ? undefined : randomBytes(24).toString("hex"));
  const clock = clockOf(config);
  const clocks = createClocks({ store, clock });
  // The port is known only once the sandbox listens; nobody can ask for a page before.
  // Browsers reach the pages where the sandbox listens (assumption A181).
  const address = { public: config.publicUrl ?? "" };
  const gateway = createGateway({
    ...keyedParts(config, store),
    contracts,
    scenarios,
    clocks,
    publicUrl: () => address.public,
  });
  const journal = createJournal({ perMerchant: config.journalSize, merchants: JOURNAL_MERCHANTS_MAX });
  const parts: AppParts = {
    gateway,
    clocks,
    merchants: merchants.registry,
    record: journal.record,
    exchanges: journal,
    ready: () => store.healthy(),
    controlToken,
    controlHosts: config.controlHosts,
    clock,
    stopwatch: () => performance.now(),
    newExchangeId: randomUUID,
    reportBug: (error, exchangeId) => {
      reportBug(log, error, exchangeId);
    },
  };
  const listeners = await listenOrRelease(parts, { config, tls, limits }, store);
  address.public = config.publicUrl ?? listeners.url;
  return { ...listeners, controlToken, merchants: merchants.words };
}

type KeyedParts = Omit<GatewayParts, "clocks" | "contracts" | "publicUrl" | "scenarios">;

/** The store, and everything that works with its secret or with a key or seed of the settings. */
function keyedParts({ seed, terminalKey }: Config, store: Store): KeyedParts {
  const random = (bytes: number): Uint8Array => randomBytes(bytes);
  return {
    store,
    random,
    vault: createVault(store.secret, random),
    fingerprints: createFingerprints(store.secret),
    openTerminalData: createTerminalOpener(terminalKey),
    seed,
  };
}

/** The store is closed after the last answer, and when nothing can be answered at all. */
async function listenOrRelease(parts: AppParts, options: ListenersOptions, store: Store): Promise<Listeners> {
  try {
    const listeners = await openListeners(parts, options);
    return { ...listeners, close: () => listeners.close().then(() => store.close()) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function merchantsOf(config: Config): { readonly registry: Merchants; readonly words: string } {
  if (config.merchantsFile === undefined) {
    return { registry: testMerchants(config.password, config.mode), words: "TEST…" };
  }
  const merchants = loadMerchants(config.merchantsFile, config.mode);
  return { registry: listedMerchants(merchants), words: merchants.map(({ id }) => maskText(id)).join(", ") };
}

function clockOf({ fixedClock }: Config): () => number {
  return fixedClock === undefined ? () => new Date().getTime() : () => fixedClock;
}

/** The stack goes to the log; messages of libraries can quote input, so only the places are kept. */
function reportBug(log: Log, error: unknown, exchangeId: string): void {
  const name = error instanceof Error ? error.name : typeof error;
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const places = stack.split("\n").filter((line) => /^\s+at /.test(line));
  log("error", "bug", { exchange: exchangeId, error: name, stack: places.join("\n") });
}
