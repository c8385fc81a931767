import { operationPermitted } from "../rules/merchant.ts";
import { notificationUrlSecure } from "../rules/notification.ts";
import { customFieldsOfOrder } from "../rules/order/order-state.ts";
import { orderReferred, referredOf } from "../rules/order/referral.ts";
import { sensitiveDataRefused } from "../rules/sensitive-data.ts";
import { OF_TRANSACTION } from "./operation-definition.ts";
import type { TransactionDefinition } from "./operation-definition.ts";

/** REFERRAL: resubmits a referred AUTHORIZE or PAY with the code that the issuer gave by telephone. */
export const referral: TransactionDefinition<"REFERRAL"> = {
  ...OF_TRANSACTION,
  name: "REFERRAL",
  spoken: "Referral",
  does: "Resubmits a referred payment with the issuer's authorization code, as the same transaction type",
  types: ["AUTHORIZATION", "PAYMENT"],
  moneyOf: "order",
  isOfPart: false,
  opensOrder: "never",
  orderAmount: "amount",
  example: () => ({ apiOperation: "REFERRAL", transaction: { authorizationCode: "A1B2C3" } }),
  rules: [
    operationPermitted,
    orderReferred,
    sensitiveDataRefused,
    notificationUrlSecure,
    customFieldsOfOrder,
  ],
  plan: ({ order }) => {
    const referred = referredOf(order);
    if (referred === undefined) throw new Error("a referral was planned without the referred transaction");
    const { type, amount, currency } = referred;
    return { type, amount, currency, standalone: false, targetTransactionId: undefined };
  },
};
