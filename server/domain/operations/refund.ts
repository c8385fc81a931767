import { textAt } from "../json.ts";
import type { Rule } from "../rule.ts";
import { captureToRefund, refundTarget, refundTypeOf, refundWithinCapture } from "../rules/follow-up.ts";
import { followUpBasics, followUpDetails, followUpMoney } from "./capture.ts";
import { moneyOf } from "./operation-definition.ts";
import type { OperationDefinition } from "./operation-definition.ts";

/** What is looked at once more when a refund that was asked for is approved (assumption A120). */
export const refundApprovalRules: readonly Rule[] = [captureToRefund, refundTarget, refundWithinCapture];

/** REFUND: returns captured funds to the payer, or stands alone; for some merchants it asks for approval first. */
export const refund: OperationDefinition = {
  rules: [
    ...followUpBasics,
    captureToRefund,
    ...followUpMoney,
    refundTarget,
    refundWithinCapture,
    ...followUpDetails,
  ],
  plan: (context) => ({
    type: refundTypeOf(context.merchant),
    ...moneyOf(context),
    standalone: context.standalone,
    targetTransactionId: textAt(context.instruction.body, "transaction.targetTransactionId"),
  }),
};
