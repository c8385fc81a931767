import type { Json } from "../../../server/domain/json.ts";

/** What the control API answers, as far as the portal shows it; its OpenAPI document has all of it. */

export interface About {
  readonly version: string;
  readonly uptimeMs: number;
  readonly merchants: string;
  readonly settings: readonly { readonly variable: string; readonly value?: string }[];
  readonly password?: string;
}

export interface SeenMerchant {
  readonly merchant: string;
  readonly mode?: string;
  readonly exchanges: number;
}

export interface TestCard {
  readonly number?: string;
  readonly expiry?: string;
  readonly gatewayCode: string;
}

export interface Totals {
  readonly authorized: string;
  readonly captured: string;
  readonly refunded: string;
  readonly disbursed: string;
}

export interface OrderRow {
  readonly id: string;
  readonly status: string;
  readonly reference?: string;
  readonly currency?: string;
  readonly amount: string;
  readonly totals: Totals;
  readonly transactions: number;
  readonly createdAt: string;
  readonly changedAt: string;
}

export interface OrderPage {
  readonly orders: readonly OrderRow[];
  readonly next?: string;
}

export interface OrderEvent {
  readonly id: string;
  readonly operation: string;
  readonly type: string;
  readonly version: number;
  readonly amount: string;
  readonly currency: string;
  readonly result: string;
  readonly gatewayCode: string;
  readonly target?: string;
  readonly rule?: string;
  readonly at: string;
  readonly statusAfter: string;
  readonly isVoided: boolean;
}

export interface NextStep {
  readonly operation: string;
  readonly isAllowed: boolean;
  readonly why?: string;
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** No request of the order had one. */
  readonly isExampleAmount?: boolean;
}

export interface OrderDetail extends OrderRow {
  readonly history: readonly OrderEvent[];
  readonly next: readonly NextStep[];
}

export interface NotificationView {
  readonly id: string;
  readonly orderId: string;
  readonly transactionId: string;
  readonly url: string;
  readonly state: string;
  readonly queuedAt: string;
  readonly nextAttemptAt?: string;
  readonly attempts: readonly {
    readonly at: string;
    readonly status?: number;
    readonly reason?: string;
    readonly answer?: string;
  }[];
}

export interface InboxDelivery {
  readonly receivedAt: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secret: "missing" | "none" | "right" | "wrong";
  readonly body: Json;
  readonly answer: InboxAnswer;
}

export interface InboxAnswer {
  readonly status: number;
  readonly delayMs: number;
  readonly never: boolean;
  readonly times?: number;
}

export interface InboxView {
  readonly name: string;
  readonly url: string;
  readonly answer: InboxAnswer;
  readonly deliveries: readonly InboxDelivery[];
}

export interface RuleScore {
  readonly id: string;
  readonly severity: "error" | "note" | "warning";
  readonly title: string;
  readonly duty: string;
  readonly reason: string;
  readonly isJudged: boolean;
  readonly remarks: readonly {
    readonly message: string;
    readonly exchanges: readonly string[];
    readonly count: number;
  }[];
}

export interface Scorecard {
  readonly passed: boolean;
  readonly exchanges: number;
  readonly kept: number;
  readonly rules: readonly RuleScore[];
  readonly blindSpots: readonly string[];
}

export interface CoveredRule {
  readonly scenario: string;
  readonly id: string;
  readonly case?: string;
  readonly note?: string;
  readonly times: number;
  readonly lastExchange?: string;
}

export interface RuleCoverage {
  readonly rules: readonly CoveredRule[];
  readonly cases: readonly {
    readonly case: string;
    readonly times: number;
    readonly rules: readonly string[];
  }[];
  readonly others: readonly CoveredRule[];
  readonly shipped: readonly CoveredRule[];
}

export interface CoverageItem {
  readonly name: string;
  readonly isMet: boolean;
  readonly times: number;
  readonly example?: string;
  readonly about: Readonly<Record<string, number | string>>;
}

export interface ContractCoverage {
  readonly met: number;
  readonly of: number;
  readonly areas: Readonly<
    Record<string, { readonly met: number; readonly of: number; readonly items: readonly CoverageItem[] }>
  >;
}

export interface ScenarioFiles {
  readonly files: readonly { readonly name: string; readonly file: string; readonly title?: string }[];
  readonly shipped: readonly string[];
  readonly problems: readonly {
    readonly file: string;
    readonly line?: number;
    readonly column?: number;
    readonly message: string;
  }[];
}

export interface ScenarioChoice {
  readonly scenarios: readonly string[];
  readonly chosenBy: "control-api" | "merchant-file" | "settings";
  readonly prefer: "allow" | "ignore";
}
