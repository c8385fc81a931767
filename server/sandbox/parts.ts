import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { digitsInRow } from "../domain/card/digit-scan.ts";
import { createDryGateway } from "../gateway/dry-gateway.ts";
import type { ScenarioLibrary } from "../scenario/library/library.ts";
import type { ContractReach } from "../contract/reach.ts";
import { isNobodysCard } from "../scenario/test-cards.ts";
import { createScenarioStore } from "../scenario/library/scenario-store.ts";
import { createKeptCards } from "../gateway/secrets/kept-cards.ts";
import { createGateway } from "../gateway/gateway.ts";
import { createAutomaticPayers } from "../gateway/merchants/automatic-payers.ts";
import { createArmedRules } from "../gateway/merchants/armed-rules.ts";
import { createScenarioChoice, createScenarioSets } from "../gateway/merchants/scenario-choice.ts";
import type { Inboxes } from "../gateway/notifications/inboxes.ts";
import type { Notifications } from "../gateway/notifications/notifications.ts";
import type { GatewayParts } from "../gateway/parts.ts";
import { createFingerprints } from "../gateway/secrets/fingerprints.ts";
import { createTerminalOpener } from "../gateway/secrets/terminal-data.ts";
import { createVault } from "../gateway/secrets/vault.ts";
import { createClocks } from "../gateway/time/clocks.ts";
import type { SandboxWaits } from "../gateway/time/waits.ts";
import type { AppParts } from "../http/parts.ts";
import { createContractTally } from "../journal/contract-tally.ts";
import { createFindingTally } from "../journal/finding-tally.ts";
import { createAuditTrail } from "../http/control/access/access.ts";
import type { AuditEntry } from "../http/control/access/access.ts";
import { createRuleTally } from "../journal/rule-tally.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { INBOX_PATH } from "../notify/own-inbox.ts";
import type { Store } from "../store/store.ts";
import { createReset } from "./reset.ts";
import { reportBug } from "./log.ts";
import { factsOf } from "./facts.ts";
import { guardsOf } from "./guards.ts";
import { isLoopback } from "./config.ts";
import type { Config } from "./settings/settings.ts";
import type { Fellows } from "./fellows.ts";
import type { SandboxFiles } from "./files.ts";
import type { Journaling } from "./journaling.ts";
import type { Log } from "./log.ts";
import { openInboxes } from "./notifying.ts";

/** What the parts of a sandbox are made from. */
export interface SandboxMaterial {
  readonly config: Config;
  readonly log: Log;
  readonly files: SandboxFiles;
  readonly store: Store;
  readonly journaling: Journaling;
  /** Undefined: no other process shares the store. */
  readonly fellows: Fellows | undefined;
  readonly notifications: Notifications;
  readonly waits: SandboxWaits;
  /** Undefined: nothing is counted for /metrics. */
  readonly metrics: Metrics | undefined;
  /** So many bytes that nobody can foresee. */
  readonly random: (bytes: number) => Uint8Array;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly publicUrl: () => string;
}

/** Puts the parts together; nothing is opened or started here. */
export function assemble(material: SandboxMaterial): AppParts {
  const { config, files, store, waits, clock } = material;
  const gatewayParts = gatewayPartsOf(material);
  const { armed, clocks, choice, sets } = gatewayParts;
  const inboxes = openInboxes(material);
  return {
    gateway: createGateway(gatewayParts),
    breaksAnswers: true,
    dryGateway: createDryGateway(gatewayParts),
    scenarios: { ...choice, choose: sets.choose, ...scenarioParts(material) },
    armed,
    bundles: { findOrder: (key) => store.find(key), seed: config.seed, versions: config.versions },
    holds: waits.holds,
    clocks,
    notifications: material.notifications,
    inboxes,
    inboxUrl: (name) => `${material.publicUrl().replace(/^http:/, "https:")}${INBOX_PATH}/${name}`,
    orders: store,
    facts: factsOf(config, files),
    merchants: files.merchants,
    contracts: files.contracts,
    kept: createKeptCards(gatewayParts),
    ...journalParts(material, gatewayParts, inboxes),
    storeTrouble: () => store.trouble(),
    damage: { list: () => store.damage(), acknowledge: () => store.acknowledgeDamage() },
    ...accessParts(material),
    controlHosts: config.controlHosts,
    measured: measuredParts(material),
    proxies: { trusted: config.trustedProxies, tellOrigin: config.publicUrl === undefined },
    guards: guardsOf(material, choice),
    clock,
    stopwatch: () => performance.now(),
    newExchangeId,
    reportBug: (error, exchangeId) => {
      reportBug(material.log, error, { exchange: exchangeId });
    },
  };
}

function scenarioParts({ config, files: { library: own }, fellows }: SandboxMaterial) {
  const library = fellows === undefined ? own : reloadedByAll(own, fellows);
  const files = createScenarioStore({ ...library, reach: reachOfContracts });
  return { library, files, maySave: config.scenarioSave === "on" };
}

/** A watcher may see nothing of files that another machine has changed, or see it later. */
function reloadedByAll(library: ScenarioLibrary, fellows: Fellows): ScenarioLibrary {
  fellows.on("reload", () => library.reload().then(() => undefined));
  return {
    ...library,
    reload: async () => {
      const [state] = await Promise.all([library.reload(), fellows.announce("reload", undefined, {})]);
      return state;
    },
  };
}

/** Most sandboxes are never asked. */
async function reachOfContracts(): Promise<ContractReach> {
  const { loadReach } = await import("../contract/reach.ts");
  return loadReach();
}

function accessParts({
  config,
  files,
  store,
  fellows,
  log,
}: SandboxMaterial): Pick<AppParts, "access" | "audit"> {
  const audit = createAuditTrail((entry) => {
    log("info", "control-change", { ...entry });
    fellows?.tell("audit", undefined, entry);
  });
  // Nobody else tells of changes.
  fellows?.on("audit", (value) => {
    audit.keep(value as unknown as AuditEntry);
  });
  return {
    audit,
    access: {
      token: controlTokenOf(config),
      users: files.users,
      userHeader: config.userHeader,
      cookieKey: createHmac("sha256", store.secret).update("cookies of the portal").digest(),
    },
  };
}

function measuredParts({ config, metrics, journaling, notifications }: SandboxMaterial) {
  if (metrics === undefined) return undefined;
  journaling.onOwn(metrics.exchanged);
  const queues = () => ({ notifications: notifications.waiting(), journalLines: journaling.pending() });
  return { metrics, isOpen: config.metrics === "open", queues };
}

function gatewayPartsOf(material: SandboxMaterial) {
  const { config, files, store, waits, random, clock, publicUrl } = material;
  const sets = createScenarioSets(store);
  const vault = createVault(store.secret, random);
  const choice = createScenarioChoice({ library: files.library, sets });
  return {
    store,
    random,
    vault,
    fingerprints: createFingerprints(store.secret, isNobodysCard),
    openTerminalData: createTerminalOpener(config.terminalKey),
    seed: config.seed,
    contracts: files.contracts,
    shadow: config.shadow,
    scenarios: choice,
    choice,
    sets,
    armed: createArmedRules({ store, vault }),
    waits,
    notifications: material.notifications.desk,
    thorough: false,
    clocks: createClocks({
      ...{ store, clock },
      moved: (merchantId) => {
        material.notifications.clockMoved(merchantId);
        material.fellows?.tell("clock", merchantId, {});
      },
    }),
    publicUrl,
  } satisfies GatewayParts & Record<string, unknown>;
}

type JournalParts = Pick<
  AppParts,
  "contractTally" | "exchanges" | "findings" | "journalTroubles" | "payers" | "record" | "reset" | "tally"
>;

/** What of the parts is the journal's, counts what it sees, or forgets. */
function journalParts(
  { journaling, fellows, notifications, waits, store }: SandboxMaterial,
  { armed, clocks }: ReturnType<typeof gatewayPartsOf>,
  inboxes: Inboxes,
): JournalParts {
  const { journal, record, wait, follow, hearAll } = journaling;
  const [tally, findings, contractTally] = [createRuleTally(), createFindingTally(), createContractTally()];
  const tallies = [tally, findings, contractTally];
  for (const { record: count } of tallies) journal.subscribe(count);
  const forgetCoverage = (merchantId: string): void => {
    for (const { forget } of tallies) forget(merchantId);
  };
  const forgetSent = (merchantId: string): void => {
    notifications.forget(merchantId);
    inboxes.forget(merchantId);
  };
  const payers = createAutomaticPayers(store);
  const disarm = async (merchantId: string): Promise<void> => {
    await armed.forget(merchantId);
    await payers.forget(merchantId);
  };
  return {
    payers,
    record,
    exchanges: { ...journal, wait, follow, hearAll },
    journalTroubles: journaling.troubles,
    tally,
    findings,
    contractTally,
    reset: createReset({
      ...{ store, clocks, disarm, fellows },
      breakOff: waits.breakOff,
      memory: { orders: forgetSent, journal: journal.forget, coverage: forgetCoverage },
    }),
  };
}

/** On loopback none is needed; elsewhere one is made when none is given. */
function controlTokenOf({ controlToken, host }: Config): string | undefined {
  return controlToken ?? (isLoopback(host) ? undefined : randomBytes(24).toString("hex"));
}

/** As many digits in a row may look like a card number: reports and logs would mask the id, and nobody could look it up. */
const DIGITS_MAX = 12;

function newExchangeId(): string {
  for (;;) {
    const id = randomUUID();
    if (digitsInRow(id) <= DIGITS_MAX) return id;
  }
}
