import type { Amount } from "../money.ts";
import type { TransactionType } from "../order.ts";
import type { Rule, RuleContext } from "../rule.ts";

/** What a transaction will be once every rule has agreed. */
export interface Plan {
  readonly type: TransactionType;
  readonly amount: Amount;
  readonly currency: string;
  readonly standalone: boolean;
  readonly targetTransactionId: string | undefined;
}

/** One operation of the gateway: what it refuses, in order of precedence, and what it makes. */
export interface OperationDefinition {
  readonly rules: readonly Rule[];
  /** Called only when no rule refused. */
  readonly plan: (context: RuleContext) => Plan;
}

/** The amount and currency of the request, which the rules have seen to. */
export function moneyOf({
  instruction: { amount, currency },
}: RuleContext): Pick<Plan, "amount" | "currency"> {
  if (amount === undefined || currency === undefined)
    throw new Error("a plan was asked for without amount or currency");
  return { amount, currency };
}
