import { isResubmitted, referredOf } from "../../order/referral.ts";
import { Refusal } from "../../record/refusal.ts";
import { invalid } from "../../request/rule.ts";
import type { Rule, RuleContext } from "../../request/rule.ts";
import { allows } from "../../order/transitions.ts";

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
