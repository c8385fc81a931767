import { randomBytes, randomUUID } from "node:crypto";
import type { Config } from "./config.ts";
import { loadContracts } from "./contract/contracts.ts";
import { maskText } from "./domain/card.ts";
import { createArmedRules } from "./gateway/armed-rules.ts";
import { createClocks } from "./gateway/clocks.ts";
import { createDryGateway } from "./gateway/dry-gateway.ts";
import { createFingerprints } from "./gateway/fingerprints.ts";
import { createGateway } from "./gateway/gateway.ts";
import type { GatewayParts } from "./gateway/parts.ts";
import { createPatience } from "./gateway/patience.ts";
import type { SandboxPatience } from "./gateway/patience.ts";
import { listedMerchants, testMerchants } from "./gateway/merchants.ts";
import type { Merchants } from "./gateway/merchants.ts";
import { createScenarioChoice } from "./gateway/scenario-choice.ts";
import { createScenarioSets } from "./gateway/scenario-sets.ts";
import { createTerminalOpener } from "./gateway/terminal-data.ts";
import { createVault } from "./gateway/vault.ts";
import type { AppParts } from "./http/parts.ts";
import { REQUEST_LIMITS } from "./http/broken-request.ts";
import { openJournaling } from "./journaling.ts";
import type { Journaling } from "./journaling.ts";
import { createRuleTally } from "./journal/rule-tally.ts";
import { openListeners, tlsMaterialOf } from "./listeners.ts";
import type { Listeners, ListenersOptions } from "./listeners.ts";
import type { Log } from "./log.ts";
import { loadMerchants } from "./merchant-file.ts";
import { createReset } from "./resets.ts";
import type { ResetWork } from "./resets.ts";
import { openScenarioLibrary } from "./scenario/library.ts";
import type { NamedSet, ScenarioLibrary } from "./scenario/library.ts";
import { logReload, watchScenarios } from "./scenario-watch.ts";
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

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** Loads and checks everything there is to check, opens the store, and listens. Rejects with what is wrong. */
export async function startSandbox(config: Config, log: Log, limits = REQUEST_LIMITS): Promise<Sandbox> {
  const contracts = loadContracts(new URL("schemas/", PACKAGE), { versions: config.versions });
  const clock = clockOf(config);
  const library = openScenarioLibrary(config.scenarioFolder ?? new URL("scenarios/", PACKAGE), {
    active: config.scenarios,
    inUse: () => merchants.sets,
    clock,
    onChange: logReload(log),
  });
  const merchants = merchantsOf(config, library);
  const tls = await tlsMaterialOf(config);
  const store = await openLogStore({ folder: config.dataFolder, log });
  const journaling = await orRelease(openJournaling(config, log), () => store.close());
  const controlToken =
    config.controlToken ?? (LOOPBACK.test(config.host) ? undefined : randomBytes(24).toString("hex"));
  const clocks = createClocks({ store, clock });
  const sets = createScenarioSets(store);
  const choice = createScenarioChoice({ library, sets });
  const [armed, patience] = [createArmedRules(), createPatience()];
  // The port is known only once the sandbox listens; nobody can ask for a page before.
  // Browsers reach the pages where the sandbox listens (assumption A181).
  const address = { public: config.publicUrl ?? "" };
  const gatewayParts: GatewayParts = {
    ...keyedParts(config, store),
    contracts,
    scenarios: choice,
    armed,
    patience,
    thorough: false,
    clocks,
    publicUrl: () => address.public,
  };
  const tally = createRuleTally();
  journaling.journal.subscribe(tally.record);
  const parts: AppParts = {
    gateway: createGateway(gatewayParts),
    dryGateway: createDryGateway(gatewayParts),
    scenarios: { ...choice, choose: sets.choose, library },
    armed,
    holds: patience.holds,
    tally,
    clocks,
    merchants: merchants.registry,
    ...journalParts(journaling, { store, clocks, disarm: armed.forget, forgetCoverage: tally.forget }),
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
  const listeners = await listenOrRelease(parts, { config, tls, limits }, { store, journaling, patience });
  address.public = config.publicUrl ?? listeners.url;
  const watch = config.watch === "on" ? watchScenarios(library, log) : undefined;
  const close = async (): Promise<void> => {
    await watch?.close();
    await listeners.close();
  };
  return { ...listeners, close, controlToken, merchants: merchants.words };
}

type KeyedParts = Pick<
  GatewayParts,
  "fingerprints" | "openTerminalData" | "random" | "seed" | "store" | "vault"
>;

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

/** What of the parts is the journal's, or forgets. */
function journalParts(
  { journal, wait, healthy }: Journaling,
  work: Omit<ResetWork, "journal">,
): Pick<AppParts, "exchanges" | "healthy" | "record" | "reset"> {
  return {
    record: journal.record,
    exchanges: { ...journal, wait },
    healthy,
    reset: createReset({ ...work, journal }),
  };
}

interface Opened {
  readonly store: Store;
  readonly journaling: Journaling;
  readonly patience: SandboxPatience;
}

/** The journal and the store are closed after the last answer, and when nothing can be answered at all. */
async function listenOrRelease(
  parts: AppParts,
  options: ListenersOptions,
  { store, journaling, patience }: Opened,
): Promise<Listeners> {
  const release = (): Promise<void> => journaling.close().finally(() => store.close());
  const listeners = await orRelease(openListeners(parts, options), release);
  return {
    ...listeners,
    close: () => {
      journaling.stopWaits();
      patience.close();
      return listeners.close().then(release);
    },
  };
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

interface KnownMerchants {
  readonly registry: Merchants;
  readonly words: string;
  /** The scenario files that they have of their own. */
  readonly sets: readonly NamedSet[];
}

function merchantsOf(config: Config, library: ScenarioLibrary): KnownMerchants {
  const { merchantsFile, mode, password, prefer } = config;
  if (merchantsFile === undefined)
    return { registry: testMerchants(password, { mode, prefer }), words: "TEST…", sets: [] };
  const merchants = loadMerchants(merchantsFile, mode, { prefer, faultsOf: library.faultsOf });
  return {
    registry: listedMerchants(merchants),
    words: merchants.map(({ id }) => maskText(id)).join(", "),
    sets: merchants.flatMap(({ id, scenarios: names }) =>
      names === undefined ? [] : [{ owner: `merchant ${maskText(id)}`, names }],
    ),
  };
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
