import type { Contracts } from "../contract/contracts.ts";
import type { KeptCards } from "../gateway/secrets/kept-cards.ts";
import type { Clocks } from "../gateway/time/clocks.ts";
import type { AutomaticPayers } from "../gateway/merchants/automatic-payers.ts";
import type { ArmedRules } from "../gateway/merchants/armed-rules.ts";
import type { Inboxes } from "../gateway/notifications/inboxes.ts";
import type { Notifications } from "../gateway/notifications/notifications.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Holds } from "../gateway/time/holds.ts";
import type { ScenarioSets, StandingChoice } from "../gateway/merchants/scenario-choice.ts";
import type { Merchants } from "../gateway/merchants/merchants.ts";
import type { AuditTrail, ControlAccess } from "./control/access/access.ts";
import type { CardGuard } from "./card-guard.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { WrongPasswords } from "./wrong-passwords.ts";
import type { ResetPart } from "../domain/merchant.ts";
import type { ExchangeFeed } from "../journal/exchange-feed.ts";
import type { ExchangeWaits } from "../journal/exchange-waits.ts";
import type { Journal } from "../journal/journal.ts";
import type { RuleTally } from "../journal/rule-tally.ts";
import type { ContractTally } from "../journal/contract-tally.ts";
import type { FindingTally } from "../journal/finding-tally.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { ScenarioLibrary } from "../scenario/library/library.ts";
import type { ScenarioStore } from "../scenario/library/scenario-store.ts";
import type { Store } from "../store/store.ts";
import type { OrderSource } from "../verdict/expectations/evidence.ts";

/** What the HTTP floor works with. */
export interface AppParts {
  readonly gateway: Gateway;
  /** Whether the faults of scenarios are carried out; otherwise they are only told. */
  readonly breaksAnswers: boolean;
  /** The same without any effect, for explanations. */
  readonly dryGateway: Gateway;
  /** Which of the scenario files decide for whom. */
  readonly scenarios: ScenarioControl;
  readonly armed: ArmedRules;
  /** Payers that act by themselves. */
  readonly payers: AutomaticPayers;
  readonly bundles: BundleSources;
  readonly holds: Pick<Holds, "list" | "release" | "waitFor">;
  readonly notifications: NotificationSource;
  readonly inboxes: Inboxes;
  /**
   * The address of the inbox of this name for notifications: with https, as contracts ask for, also where the sandbox
   * has no TLS (assumption A390).
   */
  readonly inboxUrl: (name: string) => string;
  readonly tally: RuleTally;
  readonly findings: FindingTally;
  readonly orders: OrderSource & Pick<Store, "findRecord" | "merchantsWithOrders">;
  readonly facts: SandboxFacts;
  readonly contractTally: ContractTally;
  readonly contracts: Pick<Contracts, "compare" | "differencesOf" | "fieldsOf" | "spansOf" | "versionsOf">;
  readonly kept: KeptCards;
  readonly clocks: Clocks;
  readonly merchants: Merchants;
  readonly record: Journal["record"];
  readonly exchanges: ExchangeSource;
  /** Forgets these parts of what one merchant did. */
  readonly reset: (merchantId: string, parts: readonly ResetPart[]) => Promise<void>;
  /** Why no payments can be taken and kept now, in a sentence that anybody may read; undefined: they can. */
  readonly storeTrouble: () => string | undefined;
  readonly damage: DamageControl;
  /** What does not work of the journal, which payments can do without, in sentences that anybody may read. */
  readonly journalTroubles: () => readonly string[];
  readonly guards: Guards;
  /** Who may use the control API. */
  readonly access: ControlAccess;
  readonly audit: AuditTrail;
  /** Host names, beside addresses and localhost, under which the control API may be reached. */
  readonly controlHosts: readonly string[];
  readonly proxies: Proxies;
  /** Undefined: nothing is counted for /metrics. */
  readonly measured: MeasuredParts | undefined;
  /** Milliseconds since 1970, as answers show it. */
  readonly clock: () => number;
  /** Milliseconds of a clock that only moves forward, for durations. */
  readonly stopwatch: () => number;
  readonly newExchangeId: () => string;
  /** Reports a fault of ours with its stack; everything expected is in the exchange. */
  readonly reportBug: (error: unknown, exchangeId: string) => void;
}

/** What keeps callers off. */
export interface Guards {
  readonly passwords: WrongPasswords;
  readonly rates: RateLimit;
  /** Undefined: every card number is taken. */
  readonly cards: CardGuard | undefined;
}

/** Proxies in front of the sandbox. */
export interface Proxies {
  /** Addresses and networks whose X-Forwarded headers are believed. */
  readonly trusted: readonly string[];
  /** Whether addresses in answers follow what they tell: unless SANDBOX_PUBLIC_URL says where browsers reach the pages. */
  readonly tellOrigin: boolean;
}

/** What the sandbox counts, and who may read it. */
export interface MeasuredParts {
  readonly metrics: Metrics;
  /** Nobody is asked for a token, or for a host name of ours. */
  readonly isOpen: boolean;
  /** How many notifications are not delivered, and lines of the journal's file are not written. */
  readonly queues: () => { readonly notifications: number; readonly journalLines: number };
}

/** What the control API shows and does of notifications. */
export type NotificationSource = Pick<Notifications, "find" | "list" | "resend" | "wait">;

/** What was found damaged or missing in the data folder and not acknowledged yet, in sentences that quote nothing. */
export interface DamageControl {
  readonly list: () => readonly string[];
  readonly acknowledge: () => Promise<void>;
}

export type ExchangeSource = Pick<Journal, "find" | "goneOf" | "list" | "merchants" | "walk"> &
  Pick<ExchangeFeed, "follow"> &
  Pick<ExchangeWaits, "wait"> & {
    /** Resolves when what other processes of the store have recorded until now is there. */
    readonly hearAll: () => Promise<void>;
  };

/** The scenario files, and which of them decide for whom. */
export interface ScenarioControl extends StandingChoice, Pick<ScenarioSets, "choose"> {
  readonly library: ScenarioLibrary;
  readonly files: ScenarioStore;
  /** Whether files may be written (SANDBOX_SCENARIO_SAVE). */
  readonly maySave: boolean;
}

/** What bundles say beside the exchange. */
export interface BundleSources {
  readonly findOrder: Store["find"];
  /** SANDBOX_SEED and SANDBOX_VERSIONS. */
  readonly seed: string;
  readonly versions: "exact" | "merged";
}

/** What the sandbox says of itself. Nothing of it is secret. */
export interface SandboxFacts {
  readonly version: string;
  /** Merchant ids that may call, in words. */
  readonly merchantWords: string;
  /** Those of the merchants file; none without one. */
  readonly merchantIds: readonly string[];
  /** The password of every merchant, if it is the default; undefined: it is secret. */
  readonly password: string | undefined;
  readonly settings: readonly SettingFact[];
  /** By the stopwatch. */
  readonly startedAt: number;
}

export interface SettingFact {
  readonly variable: string;
  /** Undefined: it is secret, or has no value. */
  readonly value: string | undefined;
  /** Whether it differs from its default. */
  readonly isSet: boolean;
}
