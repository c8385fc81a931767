import type { Contracts } from "../contract/contracts.ts";
import type { Store } from "../store/store.ts";
import type { Call } from "./call.ts";
import type { ArmedRules } from "./merchants/armed-rules.ts";
import type { Clocks } from "./time/clocks.ts";
import type { Fingerprints } from "./secrets/fingerprints.ts";
import type { NotificationDesk } from "./notifications/owed-notifications.ts";
import type { Waits } from "./time/waits.ts";
import type { ScenarioChoice } from "./merchants/scenario-choice.ts";
import type { OpenTerminalData } from "./secrets/terminal-data.ts";
import type { Vault } from "./secrets/vault.ts";

/** The parts as a call sees them that came through a proxy: addresses in its answer begin with the proxy's. */
export function reachedAt(parts: GatewayParts, { origin }: Pick<Call, "origin">): GatewayParts {
  return origin === undefined ? parts : { ...parts, publicUrl: () => origin };
}

/** The outside things that the gateway works with. */
export interface GatewayParts {
  readonly contracts: Contracts;
  /** Every request is also judged as if it were of this version, without effect; undefined: of none. */
  readonly shadow: number | undefined;
  /** Which scenario files answer whom. */
  readonly scenarios: ScenarioChoice;
  /** Rules that go before those of all files. */
  readonly armed: Pick<ArmedRules, "inRecord" | "without">;
  readonly waits: Waits;
  /** Every rule of the scenarios is asked and named, as explanations do; answers are the same. */
  readonly thorough: boolean;
  readonly notifications: NotificationDesk;
  readonly store: Store;
  readonly fingerprints: Fingerprints;
  readonly vault: Vault;
  /** So many bytes that nobody can foresee, for ids that are passwords. */
  readonly random: (bytes: number) => Uint8Array;
  /** The time of each merchant; everything that expires goes by it. */
  readonly clocks: Clocks;
  /** Decrypts what came from a terminal (SANDBOX_TERMINAL_KEY), and reads its chip data. */
  readonly openTerminalData: OpenTerminalData;
  /** Seed of all synthetic data (SANDBOX_SEED). */
  readonly seed: string;
  /** Where payers' browsers reach the sandbox, e.g. `http://127.0.0.1:8620`. */
  readonly publicUrl: () => string;
}
