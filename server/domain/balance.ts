import type { Amount } from "./money.ts";
import type { GatewayCode } from "./order/outcome.ts";
import type { Deliberation } from "./record/deliberation.ts";

/** Everything that a balance inquiry can come to. */
export type BalanceCode = Extract<
  GatewayCode,
  "BALANCE_AVAILABLE" | "BALANCE_UNKNOWN" | "DECLINED" | "NO_BALANCE" | "TIMED_OUT"
>;

/** What a card's points are worth; only cards of a rewards programme have them (interface section 4 rule 7). */
export interface Rewards {
  readonly points: number;
  /** Units of the currency for one point. */
  readonly conversionRate: number;
}

export interface Balance {
  readonly amount: Amount;
  readonly rewards: Rewards | undefined;
}

export interface BalanceDecision extends Deliberation {
  readonly gatewayCode: BalanceCode;
  /** Undefined when the acquirer knows none, or did not answer. */
  readonly balance: Balance | undefined;
}
