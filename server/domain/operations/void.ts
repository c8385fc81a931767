import { operationPermitted } from "../rules/merchant.ts";
import { customFieldsOfOrder } from "../rules/order-state.ts";
import { voids, voidTargetOf, voidTypeOf } from "../rules/void.ts";
import type { OperationDefinition } from "./operation-definition.ts";

/** VOID: reverses an earlier transaction of the order, whole. */
export const voidTransaction: OperationDefinition = {
  rules: [operationPermitted, ...voids, customFieldsOfOrder],
  plan: (context) => {
    const target = voidTargetOf(context);
    const type = target && voidTypeOf(target);
    if (target === undefined || type === undefined) throw new Error("a void was planned without its target");
    return {
      type,
      amount: target.amount,
      currency: target.currency,
      standalone: target.standalone,
      targetTransactionId: target.id,
    };
  },
};
