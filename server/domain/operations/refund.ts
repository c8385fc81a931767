import { textAt } from "../json.ts";
import type { Rule } from "../rule.ts";
import { cards } from "../rules/card.ts";
import { ipAddressForm } from "../rules/device.ts";
import { captureToRefund, refundTarget, refundTypeOf, refundWithinCapture } from "../rules/follow-up.ts";
import { categoryCodeConfigured } from "../rules/merchant.ts";
import { customFieldsOfOrder } from "../rules/order-state.ts";
import { cruiseDates } from "../rules/purchase.ts";
import { sensitiveDataRefused } from "../rules/sensitive-data.ts";
import { followUpBasics, followUpMoney, whenStandalone } from "./capture.ts";
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
    categoryCodeConfigured,
    cruiseDates,
    sensitiveDataRefused,
    ipAddressForm,
    customFieldsOfOrder,
    ...cards.map(whenStandalone),
  ],
  plan: (context) => ({
    type: refundTypeOf(context.merchant),
    ...moneyOf(context),
    standalone: context.standalone,
    targetTransactionId: textAt(context.instruction.body, "transaction.targetTransactionId"),
  }),
};
