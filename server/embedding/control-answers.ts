import type { Exchange } from "../domain/exchange.ts";
import type { JsonObject } from "../domain/json.ts";
import type { Notification } from "../domain/notification.ts";
import type { HeldRequest } from "../gateway/holds.ts";
import type { ExchangeFilter } from "../journal/exchange-filter.ts";
import type { Scorecard } from "../verdict/conduct/scorecard.ts";
import type { RuleEntry } from "../scenario/scenario-file.ts";

export type { Exchange, ExchangeFilter, HeldRequest, Notification, Scorecard };
export type { ResetPart } from "../domain/reset-part.ts";
export type { Bundle } from "../verdict/bundle.ts";
export type { ContractCoverage } from "../verdict/contract-coverage.ts";
export type { Findings } from "../verdict/findings.ts";
export type { Expectations } from "../verdict/expectations.ts";
export type { ScenarioCoverage } from "../verdict/scenario-coverage.ts";
export type { Verdict } from "../verdict/verify.ts";

/** How the clients of all merchants behaved. */
export interface AllConduct {
  readonly merchants: readonly (Scorecard & { readonly merchant: string })[];
}

export interface ExchangePageWish extends ExchangeFilter {
  /** At most so many, up to 500; 50 when left out. */
  readonly limit?: number;
  /** Only those older than the exchange of this id. */
  readonly before?: string;
}

export interface NotificationPageWish {
  readonly order?: string;
  readonly state?: Notification["state"];
  /** At most so many, up to 500; 50 when left out. */
  readonly limit?: number;
  /** Only those older than the notification of this id. */
  readonly before?: string;
}

export interface NotificationWait {
  readonly order?: string;
  readonly state?: Exclude<Notification["state"], "queued">;
  /** How many have to be delivered or to have failed; 1 when left out. */
  readonly count?: number;
  /** 10,000 when left out. */
  readonly timeoutMs?: number;
}

export interface ExchangeWait extends ExchangeFilter {
  /** How many have to match; 1 when left out. */
  readonly count?: number;
  /** 10000 when left out, at most 60000. */
  readonly timeoutMs?: number;
}

/** A rule as scenario files have it; the id may be left out. */
export type ArmedRuleWish = Omit<RuleEntry, "id"> & { readonly id?: string };

export interface Arming {
  readonly rule: ArmedRuleWish;
  /** How often it is used; once when left out. */
  readonly times?: number;
  /** How long it stays armed by the merchant's clock, e.g. `PT5M`. */
  readonly ttl?: string;
}

export interface ArmedRuleView {
  readonly id: string;
  readonly case?: string;
  readonly times: number;
  readonly expiresAt?: string;
}

export interface HeldView {
  readonly holds: readonly HeldRequest[];
  /** Whether as many are held as were asked for. */
  readonly complete: boolean;
}

/** How many to wait for, and for how long; without it the answer comes at once. */
export interface HoldWait {
  readonly count: number;
  readonly waitMs: number;
}

export interface ClockView {
  readonly merchant: string;
  readonly mode: "frozen" | "real";
  readonly now: string;
  /** Only of a clock that goes on. */
  readonly aheadMs?: number;
}

export type ClockWish =
  | { readonly mode: "real" }
  | { readonly mode: "frozen"; readonly at: string }
  /** A duration such as `P8D`. */
  | { readonly advance: string };

export interface ScenarioChoiceView {
  readonly merchant: string;
  readonly scenarios: readonly string[];
  readonly chosenBy: "control-api" | "merchant-file" | "settings";
  /** Chosen ones that are no longer there. */
  readonly lost?: readonly string[];
  /** With what they extend. */
  readonly files: readonly string[];
  readonly revision: string;
  readonly prefer: "allow" | "ignore";
}

/** A request whose answer shall be told without any effect. */
export interface ExplainRequest {
  /** PUT when left out, GET without a body. */
  readonly method?: "DELETE" | "GET" | "POST" | "PUT";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: JsonObject | string;
}

export interface Explained {
  /** In the order of the column: what each step saw, and what it came to. */
  readonly explanation: readonly string[];
  readonly exchange: Exchange;
}
