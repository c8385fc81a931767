import type { Expiry } from "../card/card-details.ts";
import type { Effects } from "./effects.ts";
import type { JsonObject } from "../json.ts";
import type { Amount } from "../money.ts";
import type { Merchant } from "../merchant.ts";
import type { GatewayCode, Outcome } from "../order/outcome.ts";
import type { AskedOperation, DecidedOperation } from "../request/operation.ts";
import type { Scheme } from "../card/card-scheme.ts";

/** What a scenario may look at. Card data is here in the clear and is never kept. */
export interface Facts {
  readonly merchantId: string;
  readonly operation: AskedOperation;
  readonly version: number;
  /** Undefined when the request is about no order. */
  readonly orderId: string | undefined;
  readonly transactionId: string | undefined;
  /** Ids of the session and the token that the request names. */
  readonly sessionId: string | undefined;
  readonly token: string | undefined;
  /** The request as its contract took it, completed by its session, in the clear. */
  readonly request: JsonObject;
  readonly reference: string | undefined;
  readonly amount: Amount | undefined;
  readonly currency: string | undefined;
  /** The card of this request; undefined when the request carries none (a follow-up). */
  readonly card: FactsCard | undefined;
  readonly street: string | undefined;
  /** order.status before this request; undefined for a new order. */
  readonly orderStatus: string | undefined;
  /** Which try of this operation on the order this is, from 1 (assumption A186). */
  readonly attempt: number;
  /** What was decided on the order before, oldest first. */
  readonly earlier: readonly EarlierDecision[];
  /** Tells cards apart without being a number: of the request's card, else of the order's; undefined without one. */
  readonly cardKey: string | undefined;
  /** How often the sequences that matter here have been used, by their key. */
  readonly counts: ReadonlyMap<string, number>;
  /** Everything random about the decision comes from it: the same for the same merchant, order and transaction. */
  readonly seed: number;
  /** Milliseconds since 1970 by the merchant's clock. */
  readonly now: number;
  readonly expiredCards: Merchant["expiredCards"];
}

/** The decision of an earlier transaction of the order. */
export interface EarlierDecision {
  readonly operation: DecidedOperation;
  readonly gatewayCode: GatewayCode;
  /** `scenario#id` of the rule that decided; undefined when no rule did. */
  readonly ruleKey: string | undefined;
}

/** What a scenario may look at of a card. */
export interface FactsCard {
  /** Digits, given, decrypted, or read from a track or chip; undefined when none of them is there. */
  readonly number: string | undefined;
  /** OTHER when there is no number. */
  readonly scheme: Scheme;
  readonly expiry: Expiry | undefined;
  readonly securityCode: string | undefined;
  /** VALID, or INVALID, also when it could not be read; undefined when nothing came encrypted. */
  readonly p2peState: string | undefined;
  readonly pinState: string | undefined;
  /** The PIN as it was entered; undefined when there is none, or none that could be read. */
  readonly pin: string | undefined;
}

/** A rule as reports call it. Rules that were armed by the control API are of the scenario "#armed". */
export interface RuleName {
  readonly scenario: string;
  readonly id: string;
  /** The test plan's own number. */
  readonly case: string | undefined;
}

/**
 * Who decided: the specification itself, a scenario rule, a simulator table, the payer at the page, the order's
 * reference (assumption A132), or nobody (APPROVED).
 */
export type Decider =
  | { readonly kind: "interface"; readonly rule: string }
  | ({ readonly kind: "rule" } & RuleName)
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

/** What every decision says of how it came about. */
export interface Deliberation {
  readonly decidedBy: Decider;
  /** Rules that matched and left the outcome to others: they only added effects. */
  readonly addedBy: readonly RuleName[];
  /** Of all these rules those that make the request wait before anything is stored. */
  readonly pausedBy: readonly RuleName[];
  readonly tried: readonly TriedRule[];
  readonly effects: Effects;
  /** The place in a rule's sequence, from 1; undefined when none was asked. */
  readonly step: number | undefined;
  /** Keys of Facts.counts that this decision used, each of which goes up by one with it. */
  readonly counters: readonly string[];
  /** Ids of armed rules that this decision used up one time. */
  readonly armed: readonly string[];
  /** Names of the active scenario files, and what changes with every change of them. */
  readonly scenarios: readonly string[];
  readonly revision: string;
}

export interface Decision extends Deliberation {
  readonly outcome: Outcome;
  /** `scenario#id` of the rule that decided; undefined when no rule did. */
  readonly ruleKey: string | undefined;
}
