import type { FactsCard } from "../card/card-details.ts";
import type { JsonObject } from "../json.ts";
import type { Merchant } from "../merchant.ts";
import type { Amount } from "../money.ts";
import type { GatewayCode, Outcome } from "../order/outcome.ts";
import type { AskedOperation, DecidedOperation } from "../request/operation.ts";
import type { Deliberation } from "./deliberation.ts";

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

export interface Decision extends Deliberation {
  readonly outcome: Outcome;
  /** `scenario#id` of the rule that decided; undefined when no rule did. */
  readonly ruleKey: string | undefined;
}
