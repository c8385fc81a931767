import type { AddressResult, GatewayCode, SecurityCodeResult } from "../domain/outcome.ts";
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
  readonly acquirerCode?: string;
  readonly acquirerMessage?: string;
  readonly securityCodeResult?: SecurityCodeResult;
  readonly addressResult?: AddressResult;
}

export interface TablesEntry {
  readonly expiry?: Readonly<Record<string, GatewayCode>>;
  readonly securityCode?: Readonly<Record<string, SecurityCodeResult>>;
  readonly street?: Readonly<Record<string, AddressResult>>;
}

/** A file that is in use, under the name that reports call it by. */
export interface ActiveScenario {
  readonly name: string;
  readonly content: ScenarioFile;
}
