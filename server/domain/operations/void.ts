import { operationPermitted } from "../rules/merchant.ts";
import { notificationUrlSecure } from "../rules/notification.ts";
import { customFieldsOfOrder } from "../rules/order/order-state.ts";
import { sensitiveDataRefused } from "../rules/sensitive-data.ts";
import { terminals } from "../rules/card/terminal.ts";
import { withinVoidWindow } from "../rules/order/validity.ts";
import { voids, voidTargetOf, voidTypeOf } from "../rules/order/void.ts";
import { OF_TRANSACTION } from "./operation-definition.ts";
import type { TransactionDefinition } from "./operation-definition.ts";

/** VOID: reverses an earlier transaction of the order, whole. */
export const voidTransaction: TransactionDefinition<"VOID"> = {
  ...OF_TRANSACTION,
  name: "VOID",
  spoken: "Void",
  does: "Undoes a transaction",
  types: ["VOID_AUTHORIZATION", "VOID_CAPTURE", "VOID_PAYMENT", "VOID_REFUND"],
  moneyOf: "order",
  isOfPart: true,
  opensOrder: "never",
  orderAmount: "unchanged",
  example: () => ({ apiOperation: "VOID", transaction: { targetTransactionId: "1" } }),
  rules: [
    operationPermitted,
    ...voids,
    withinVoidWindow,
    ...terminals,
    sensitiveDataRefused,
    notificationUrlSecure,
    customFieldsOfOrder,
  ],
  plan: (context) => {
    const target = voidTargetOf(context);
    const type = target && voidTypeOf(target);
    if (target === undefined || type === undefined)
      throw new Error("a void was planned without the transaction it undoes");
    return {
      type,
      amount: target.amount,
      currency: target.currency,
      standalone: target.standalone,
      targetTransactionId: target.id,
    };
  },
};
