import { textAt } from "../json.ts";
import { cards } from "../rules/card.ts";
import { captureToRefund, refundTarget, refundWithinCapture } from "../rules/follow-up.ts";
import { categoryCodeConfigured } from "../rules/merchant.ts";
import { customFieldsOfOrder } from "../rules/order-state.ts";
import { followUpBasics, followUpMoney, whenStandalone } from "./capture.ts";
import { moneyOf } from "./operation-definition.ts";
import type { OperationDefinition } from "./operation-definition.ts";

/** REFUND: returns captured funds to the payer, or stands alone. */
export const refund: OperationDefinition = {
  rules: [
    ...followUpBasics,
    captureToRefund,
    ...followUpMoney,
    refundTarget,
    refundWithinCapture,
    categoryCodeConfigured,
    customFieldsOfOrder,
    ...cards.map(whenStandalone),
  ],
  plan: (context) => ({
    type: "REFUND",
    ...moneyOf(context),
    standalone: context.standalone,
    targetTransactionId: textAt(context.instruction.body, "transaction.targetTransactionId"),
  }),
};
