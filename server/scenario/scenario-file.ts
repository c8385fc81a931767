import type { AuthenticationResult, MethodKind } from "../domain/order/authentication.ts";
import type { DeliveryWord, FaultKind, FaultPlace, HoldPlace } from "../domain/record/effects.ts";
import type { JsonObject } from "../domain/json.ts";
import type {
  AddressResult,
  GatewayCode,
  RiskRecommendation,
  SecurityCodeResult,
} from "../domain/order/outcome.ts";
import type { LostEncryption } from "../domain/card/terminal-data.ts";
import type { When } from "./conditions.ts";

/** A scenario file as schemas/scenario.json lets it be. */
export interface ScenarioFile {
  readonly version: 1;
  readonly name?: string;
  /** Names of files of the same folder. */
  readonly extends?: string | readonly string[];
  readonly delay?: DelayEntry;
  readonly rules?: readonly RuleEntry[];
  readonly tables?: TablesEntry;
}

/** A duration such as `250ms`, `1.5s` or `2m`; or any between two; or a lognormal spread. */
export type DelayEntry =
  | string
  | { readonly from: string; readonly to: string }
  | { readonly median: string; readonly p95: string };

export interface FaultEntry {
  readonly at: FaultPlace;
  readonly kind: FaultKind;
  readonly status?: number;
  readonly for?: string;
}

/** What a rule, or a step of its sequence, does beside deciding. */
export interface EffectsEntry {
  readonly delay?: DelayEntry;
  readonly hold?: HoldPlace;
  readonly fault?: FaultEntry;
  readonly extra?: "chaos";
  readonly notification?: NotificationEntry;
}

/** What becomes of the notifications about what the request does. */
export interface NotificationEntry {
  readonly delivery?: DeliveryWord;
  /** A duration. */
  readonly delay?: string;
  readonly secret?: "missing" | "wrong";
  readonly retries?: "published";
}

/** What a rule, or a step of its sequence, says of the answer. */
export interface AnswerEntry extends EffectsEntry {
  readonly outcome?: GatewayCode;
  readonly risk?: RiskRecommendation;
  readonly acquirerCode?: string;
  readonly acquirerMessage?: string;
  readonly securityCodeResult?: SecurityCodeResult;
  readonly addressResult?: AddressResult;
  readonly approvedAmount?: string;
  readonly response?: JsonObject;
}

export type SequenceKey = "order" | "card" | "merchant";

export interface RuleEntry extends AnswerEntry {
  readonly id: string;
  readonly case?: string;
  readonly note?: string;
  readonly priority?: number;
  readonly when?: When;
  readonly chance?: number;
  readonly outcomes?: readonly (GatewayCode | AnswerEntry)[];
  readonly per?: SequenceKey;
  readonly then?: "repeat" | "loop" | "fail";
  /** Instead of an outcome: what a balance inquiry finds. */
  readonly balance?: BalanceEntry;
  /** Instead of an outcome: what comes of an authentication. */
  readonly authentication?: AuthenticationEntry;
}

/** What the directory server and the card's issuer answer to an authentication. */
export interface AuthenticationEntry {
  readonly result?: AuthenticationResult;
  /** The operation that fails instead, with SERVER_FAILED. */
  readonly error?: "INITIATE_AUTHENTICATION" | "AUTHENTICATE_PAYER";
  readonly method?: MethodKind;
  readonly reason?: string;
  readonly eci?: string;
  readonly token?: string;
  readonly protocol?: string;
  /** Undefined: of every channel. */
  readonly channel?: string;
}

export interface BalanceEntry {
  readonly amount: string;
  /** Undefined: whatever currency the inquiry names. */
  readonly currency?: string;
  readonly points?: number;
  readonly conversionRate?: string;
}

export interface ConversionEntry {
  /** Undefined: whatever currency the inquiry names. */
  readonly from?: string;
  readonly to: string;
  readonly rate: string;
  readonly margin?: string;
}

export interface TablesEntry {
  readonly expiry?: Readonly<Record<string, GatewayCode>>;
  readonly securityCode?: Readonly<Record<string, SecurityCodeResult>>;
  readonly street?: Readonly<Record<string, AddressResult>>;
  /** The right PIN by card number. */
  readonly pin?: Readonly<Record<string, string>>;
  /** By card number. */
  readonly authentications?: Readonly<Record<string, AuthenticationEntry>>;
  /** By card number. */
  readonly balances?: Readonly<Record<string, BalanceEntry>>;
  /** By card number. */
  readonly conversions?: Readonly<Record<string, ConversionEntry>>;
  readonly encryption?: Readonly<Record<string, LostEncryption>>;
}

/** A file that is in use, under the name that reports call it by. */
export interface ActiveScenario {
  readonly name: string;
  readonly content: ScenarioFile;
  /** Whether it ships with the sandbox. */
  readonly isShipped?: boolean;
}

/** A scenario file that is in order. Plain data, so that a worker can hand it over. */
export interface LibraryFile {
  /** Without its extension: what settings, `extends` and requests call it. */
  readonly name: string;
  /** With its extension. */
  readonly file: string;
  readonly scenario: ActiveScenario;
  readonly extends: readonly string[];
  /** Changes with every change of its name or text. */
  readonly digest: string;
  /** Whether it is one of those that ship with the sandbox, or a copy of one. */
  readonly isShipped: boolean;
}
