import type { AddressResult, GatewayCode, SecurityCodeResult } from "../domain/outcome.ts";
import type { RiskRecommendation } from "../domain/risk.ts";
import type { When } from "./conditions.ts";

/** A scenario file as schemas/scenario.json lets it be. */
export interface ScenarioFile {
  readonly version: 1;
  readonly name?: string;
  readonly rules?: readonly RuleEntry[];
  readonly tables?: TablesEntry;
}

export interface RuleEntry {
  readonly id: string;
  readonly case?: string;
  readonly note?: string;
  readonly priority?: number;
  readonly when?: When;
  readonly outcome?: GatewayCode;
  readonly outcomes?: readonly GatewayCode[];
  /** Instead of an outcome: what the risk service advises. */
  readonly risk?: RiskRecommendation;
  readonly acquirerCode?: string;
  readonly acquirerMessage?: string;
  readonly securityCodeResult?: SecurityCodeResult;
  readonly addressResult?: AddressResult;
}

export interface BalanceEntry {
  readonly amount: string;
  /** Undefined: whatever currency the inquiry names. */
  readonly currency?: string;
  readonly points?: number;
  readonly conversionRate?: string;
}

export interface TablesEntry {
  readonly expiry?: Readonly<Record<string, GatewayCode>>;
  readonly securityCode?: Readonly<Record<string, SecurityCodeResult>>;
  readonly street?: Readonly<Record<string, AddressResult>>;
  /** The right PIN by card number. */
  readonly pin?: Readonly<Record<string, string>>;
  /** By card number. */
  readonly balances?: Readonly<Record<string, BalanceEntry>>;
}

/** A file that is in use, under the name that reports call it by. */
export interface ActiveScenario {
  readonly name: string;
  readonly content: ScenarioFile;
}
