import { ZERO } from "../money.ts";
import type { TransactionType } from "../order.ts";
import type { Rule } from "../rule.ts";
import { agreements } from "../rules/agreement.ts";
import { amountAboveZero, amountGiven, amountsAgree, decimalsOfCurrency, sums } from "../rules/amounts.ts";
import { cards } from "../rules/card.ts";
import { ipAddressForm } from "../rules/device.ts";
import { categoryCodeConfigured, currencyAccepted, operationPermitted } from "../rules/merchant.ts";
import { notificationUrlSecure } from "../rules/notification.ts";
import { customFieldsOfOrder, orderOpenFor } from "../rules/order-state.ts";
import { purchases } from "../rules/purchase.ts";
import { sensitiveDataRefused } from "../rules/sensitive-data.ts";
import { taxes } from "../rules/tax.ts";
import { moneyOf } from "./operation-definition.ts";
import type { OperationDefinition } from "./operation-definition.ts";

const moneyRules: readonly Rule[] = [decimalsOfCurrency, amountAboveZero, amountsAgree, ...sums, ...taxes];
const purposeRules: readonly Rule[] = [...purchases, ...agreements, sensitiveDataRefused];

/** AUTHORIZE and PAY: the first movement of money on an order. */
function payment(type: TransactionType): OperationDefinition {
  return {
    rules: [
      operationPermitted,
      orderOpenFor(type),
      currencyAccepted,
      amountGiven,
      ...moneyRules,
      categoryCodeConfigured,
      ...purposeRules,
      ipAddressForm,
      notificationUrlSecure,
      customFieldsOfOrder,
      ...cards,
    ],
    plan: (context) => {
      const { amount, currency } = moneyOf(context);
      return { type, amount, currency, standalone: false, targetTransactionId: undefined };
    },
  };
}

export const authorize = payment("AUTHORIZATION");
export const pay = payment("PAYMENT");

/** VERIFY: the card is looked at, no money moves; an amount is only for risk assessment (interface section 2.13). */
export const verify: OperationDefinition = {
  rules: [
    operationPermitted,
    orderOpenFor("VERIFICATION"),
    currencyAccepted,
    decimalsOfCurrency,
    ...sums,
    ...taxes,
    categoryCodeConfigured,
    ...purposeRules,
    ipAddressForm,
    notificationUrlSecure,
    customFieldsOfOrder,
    ...cards,
  ],
  plan: ({ instruction }) => ({
    type: "VERIFICATION",
    amount: ZERO,
    currency: instruction.currency ?? "",
    standalone: false,
    targetTransactionId: undefined,
  }),
};
