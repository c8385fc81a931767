import { currentTransactions } from "../../order/order.ts";
import type { Order, Transaction } from "../../order/order.ts";
import { allows } from "../../order/transitions.ts";
import { Refusal } from "../../record/refusal.ts";
import type { TransactionOperation } from "../../request/operation.ts";
import { invalid } from "../../request/rule.ts";
import type { Rule, RuleContext } from "../../request/rule.ts";

/** A referral names an order whose initial transaction was answered REFERRED, once (interface section 1). */
export const orderReferred: Rule = {
  id: "order-referred",
  source: "interface section 1; assumption A116",
  refuses: (context) => {
    const { order, status } = context;
    if (order === undefined) return new Refusal("rule", "An order with this ID does not exist");
    const referred = referredOf(order);
    return referred !== undefined && allows(status, referred.type)
      ? undefined
      : invalid("apiOperation", "REFERRAL", faultOf(context));
  },
};

function faultOf({ order, status }: RuleContext): string {
  return order !== undefined && isResubmitted(order)
    ? `The order is ${status} and its referred transaction has already been resubmitted`
    : `The order is ${status} and its initial transaction was not answered REFERRED`;
}

const ATTEMPTS: readonly TransactionOperation[] = ["AUTHORIZE", "PAY", "REFERRAL"];

/** The newest attempt to bring money into the order. */
function newestAttempt(order: Order): Transaction | undefined {
  return currentTransactions(order).findLast((it) => ATTEMPTS.includes(it.operation));
}

/**
 * The AUTHORIZE or PAY that the issuer wants to be called about: the newest attempt of the order, answered
 * REFERRED (interface section 1; assumption A116).
 */
export function referredOf(order: Order | undefined): Transaction | undefined {
  const newest = order && newestAttempt(order);
  const isReferred = newest?.operation !== "REFERRAL" && newest?.outcome.gatewayCode === "REFERRED";
  return isReferred ? newest : undefined;
}

/** Whether the newest attempt is a referral already. */
function isResubmitted(order: Order): boolean {
  return newestAttempt(order)?.operation === "REFERRAL";
}
