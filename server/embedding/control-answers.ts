import type { Exchange } from "../domain/record/exchange.ts";
import type { HeldRequest } from "../gateway/time/holds.ts";
import type { Scorecard } from "../verdict/conduct/scorecard.ts";

export type { Exchange, HeldRequest, Scorecard };
export type { Notification } from "../domain/record/notification.ts";
export type { ResetPart } from "../domain/merchant.ts";
export type { AboutView } from "../http/control/about.ts";
export type { ArmedPageQuery, ArmedRuleView, ArmedRuleInput, Arming } from "../http/control/armed.ts";
export type { ClockView, ClockSetting } from "../http/control/clock.ts";
export type { ExchangePageQuery, ExchangeWait } from "../http/control/exchanges/exchange-filters.ts";
export type { ExplainRequest } from "../http/control/explain.ts";
export type { InboxAnswerInput, InboxView } from "../http/control/notifications/inboxes.ts";
export type { HoldWait } from "../http/control/holds.ts";
export type { NotificationPageQuery, NotificationWait } from "../http/control/notifications/notifications.ts";
export type { ScenarioChoiceView } from "../http/control/scenarios/scenarios.ts";
export type {
  SavedScenarioView,
  ScenarioCheckView,
  ScenarioFileView,
} from "../http/control/scenarios/scenario-files.ts";
export type { OrderDetail, OrderPage, OrderPageQuery } from "../http/control/stored/order-views.ts";
export type {
  MerchantPageQuery,
  SeenMerchant,
  SeenMerchantPage,
} from "../http/control/stored/seen-merchants.ts";
export type {
  TransactionPage,
  TransactionPageQuery,
  TransactionRow,
} from "../http/control/stored/transaction-views.ts";
export type {
  SessionPage,
  SessionPageQuery,
  TokenPage,
  TokenPageQuery,
} from "../http/control/stored/kept.ts";
export type {
  ContractDifferencesView,
  ContractFieldsQuery,
  ContractFieldsView,
  ContractsView,
  UpgradeQuery,
  UpgradeView,
  VersionsQuery,
} from "../http/control/verdict/contract-views.ts";
export type { FoundMembersView, MemberSearchQuery } from "../http/control/verdict/member-search.ts";
export type { IssuerAnswered } from "../http/payers/endpoints.ts";
export type { ExchangeFilter } from "../journal/exchange-filter.ts";
export type { Bundle } from "../verdict/bundle/bundle.ts";
export type { ContractCoverage } from "../verdict/coverage/contract-coverage.ts";
export type { Expectations } from "../verdict/expectations/expectations.ts";
export type { Findings } from "../verdict/findings.ts";
export type { ScenarioCoverage } from "../verdict/coverage/scenario-coverage.ts";
export type { Verdict } from "../verdict/expectations/verify.ts";

/** How the clients of all merchants behaved. */
export interface AllConduct {
  readonly merchants: readonly (Scorecard & { readonly merchant: string })[];
}

export interface HeldView {
  readonly holds: readonly HeldRequest[];
  /** Set after to this to get the next page. */
  readonly next?: string | undefined;
  /** Whether as many are held as were asked for. */
  readonly complete: boolean;
}

export interface Explained {
  /** In the order of the column: what each step saw, and what it came to. */
  readonly explanation: readonly string[];
  readonly exchange: Exchange;
}
