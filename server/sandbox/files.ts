import type { Config } from "./settings/settings.ts";
import { packageContracts } from "../contract/contracts.ts";
import type { Contracts } from "../contract/contracts.ts";
import { maskText } from "../domain/card/card.ts";
import { loadAuthorities } from "../certificate/tls-files.ts";
import type { TlsMaterial } from "../certificate/tls-files.ts";
import { listedMerchants, testMerchants } from "../gateway/merchants/merchants.ts";
import type { Merchants } from "../gateway/merchants/merchants.ts";
import type { ControlUser } from "../http/control/access/access.ts";
import { tlsMaterialOf } from "./listeners.ts";
import { usualNotifications } from "./settings/notification-settings.ts";
import type { Log } from "./log.ts";
import { openLibrary } from "../scenario/library/library.ts";
import type { NamedSet, ScenarioLibrary } from "../scenario/library/library.ts";
import { logReload } from "./scenario-watch.ts";

/** Everything that a sandbox reads before it opens anything. */
export interface SandboxFiles {
  readonly contracts: Contracts;
  readonly library: ScenarioLibrary;
  readonly merchants: Merchants;
  /** Merchant ids that may call, in words. */
  readonly merchantWords: string;
  /** Ids of the merchants file; none without one. */
  readonly merchantIds: readonly string[];
  /** Who may use the control API besides whoever has its token. */
  readonly users: readonly ControlUser[];
  readonly tls: TlsMaterial | undefined;
  /** Authorities of the receivers of notifications, in PEM form; undefined: those that Node knows. */
  readonly receiverCa: string | undefined;
}

const PACKAGE = new URL("../../", import.meta.url);

/** Loads and checks all of it; rejects with what is wrong. */
export async function loadSandboxFiles(config: Config, log: Log, clock: () => number): Promise<SandboxFiles> {
  const contracts = packageContracts({ versions: config.versions });
  const library = await openLibrary(config.scenarioFolder ?? new URL("scenarios/", PACKAGE), {
    active: config.scenarios,
    inUse: () => merchants.sets,
    clock,
    onChange: logReload(log),
  });
  const merchants = await merchantsOf(config, library);
  const tls = await tlsMaterialOf(config);
  const { registry, words: merchantWords, ids: merchantIds } = merchants;
  const receiverCa = config.notificationCa === undefined ? undefined : loadAuthorities(config.notificationCa);
  const users = await usersOf(config);
  return { contracts, library, merchants: registry, merchantWords, merchantIds, users, tls, receiverCa };
}

async function usersOf({ usersFile }: Config): Promise<readonly ControlUser[]> {
  if (usersFile === undefined) return [];
  const { loadUsers } = await import("./user-file.ts");
  return loadUsers(usersFile);
}

interface KnownMerchants {
  readonly registry: Merchants;
  readonly words: string;
  readonly ids: readonly string[];
  /** The scenario files that they have of their own. */
  readonly sets: readonly NamedSet[];
}

async function merchantsOf(config: Config, library: ScenarioLibrary): Promise<KnownMerchants> {
  const { merchantsFile, mode, password, prefer } = config;
  const notifications = usualNotifications(config);
  if (merchantsFile === undefined)
    return {
      registry: testMerchants(password, { mode, prefer, notifications }),
      words: "TEST…",
      ids: [],
      sets: [],
    };
  const { loadMerchants } = await import("./merchant-file.ts");
  const merchants = loadMerchants(merchantsFile, mode, { prefer, notifications, faultsOf: library.faultsOf });
  return {
    registry: listedMerchants(merchants),
    ids: merchants.map(({ id }) => id),
    words: merchants.map(({ id }) => maskText(id)).join(", "),
    sets: merchants.flatMap(({ id, scenarios: names }) =>
      names === undefined ? [] : [{ owner: `merchant ${maskText(id)}`, names }],
    ),
  };
}
