import type { Amount } from "./money.ts";
import type { Merchant } from "./merchant.ts";
import type { Outcome } from "./outcome.ts";
import type { DecidedOperation } from "./operation.ts";
import type { Scheme } from "./card.ts";

/** What a scenario may look at. Card data is here in the clear and is never kept. */
export interface Facts {
  readonly merchantId: string;
  readonly operation: DecidedOperation;
  readonly version: number;
  /** Undefined when the request is about no order. */
  readonly orderId: string | undefined;
  readonly transactionId: string | undefined;
  readonly reference: string | undefined;
  readonly amount: Amount | undefined;
  readonly currency: string | undefined;
  /** The card of this request; undefined when the request carries none (a follow-up). */
  readonly card: FactsCard | undefined;
  readonly street: string | undefined;
  /** order.status before this request; undefined for a new order. */
  readonly orderStatus: string | undefined;
  /** How often each rule has already decided on this order, by rule key, for outcome sequences. */
  readonly decided: ReadonlyMap<string, number>;
  /** The merchant's clock, as year and month of UTC. */
  readonly today: { readonly year: number; readonly month: number };
  readonly expiredCards: Merchant["expiredCards"];
}

export interface FactsCard {
  /** Digits; undefined when only encrypted data or a track came. */
  readonly number: string | undefined;
  readonly scheme: Scheme;
  /** Two digits each, "05" and "39". */
  readonly expiry: { readonly month: string; readonly year: string } | undefined;
  readonly securityCode: string | undefined;
  /** VALID, INVALID or UNREADABLE; undefined when nothing came encrypted. */
  readonly p2peState: string | undefined;
  readonly pinState: string | undefined;
  /** As it was entered; undefined when there is none, or none that could be read. */
  readonly pin: string | undefined;
}

/**
 * Who decided: the specification itself, a scenario rule, a simulator table, the payer at the page, the order's
 * reference (assumption A132), or nobody (APPROVED).
 */
export type Decider =
  | { readonly kind: "interface"; readonly rule: string }
  | {
      readonly kind: "rule";
      readonly scenario: string;
      readonly id: string;
      readonly case: string | undefined;
    }
  | { readonly kind: "table"; readonly scenario: string; readonly table: string; readonly key: string }
  | { readonly kind: "expired-card" }
  | { readonly kind: "wrong-pin" }
  | { readonly kind: "payer" }
  /** The reference is masked, as it is kept. */
  | { readonly kind: "reference"; readonly reference: string }
  | { readonly kind: "default" };

/** A scenario rule that was asked before the decision, and the first condition of it that did not hold. */
export interface TriedRule {
  readonly scenario: string;
  readonly id: string;
  readonly failed: string;
}

export interface Decision {
  readonly outcome: Outcome;
  readonly decidedBy: Decider;
  /** `scenario#id` of the rule that decided, the key of Facts.decided; undefined when no rule did. */
  readonly ruleKey: string | undefined;
  readonly tried: readonly TriedRule[];
  /** Changes with every change of the active scenario files. */
  readonly revision: string;
}
