import { maskText } from "../card/card.ts";
import { textAt } from "../json.ts";
import type { Rule, RuleContext } from "../request/rule.ts";
import {
  captureToRefund,
  refundTarget,
  refundTypeOf,
  refundWithinCapture,
} from "../rules/order/follow-up.ts";
import { followUpBasics, followUpDetails, followUpMoney } from "./capture.ts";
import { EXAMPLE, moneyOf, OF_TRANSACTION } from "./operation-definition.ts";
import type { TransactionDefinition } from "./operation-definition.ts";

/** What is looked at once more when a refund that was asked for is approved (assumption A120). */
export const refundApprovalRules: readonly Rule[] = [captureToRefund, refundTarget, refundWithinCapture];

/** REFUND: returns captured funds to the payer, or stands alone; for some merchants it asks for approval first. */
export const refund: TransactionDefinition<"REFUND"> = {
  ...OF_TRANSACTION,
  name: "REFUND",
  spoken: "Refund",
  does: "Returns funds to the payer, at once or, if the merchant's refunds need approval, once approved",
  types: ["REFUND", "REFUND_REQUEST"],
  moneyOf: "transaction",
  isOfPart: true,
  opensOrder: "standalone",
  orderAmount: "amount-when-standalone",
  example: () => ({ apiOperation: "REFUND", transaction: EXAMPLE.transaction }),
  rules: [
    ...followUpBasics,
    captureToRefund,
    ...followUpMoney,
    refundTarget,
    refundWithinCapture,
    ...followUpDetails,
  ],
  plan: (context) => {
    const { amount, currency } = moneyOf(context);
    return {
      type: refundTypeOf(context.merchant),
      amount,
      currency,
      standalone: context.standalone,
      targetTransactionId: targetOf(context),
    };
  },
};

/** An id of the order's, or what a refund that stands alone says of somebody else's order, which may be anything. */
function targetOf({ instruction, standalone }: RuleContext): string | undefined {
  const target = textAt(instruction.body, "transaction.targetTransactionId");
  return target !== undefined && standalone ? maskText(target) : target;
}
