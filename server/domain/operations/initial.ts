import { ZERO } from "../money.ts";
import type { TransactionType } from "../order/order.ts";
import type { Rule, RuleContext } from "../request/rule.ts";
import { agreements } from "../rules/agreement.ts";
import {
  amountAboveZero,
  amountGiven,
  amountsAgree,
  decimalsOfCurrency,
  sums,
} from "../rules/money/amounts.ts";
import { payerAuthenticated } from "../rules/authentication.ts";
import { cards } from "../rules/card/card.ts";
import { enrollmentChecked } from "../rules/enrollment.ts";
import { ipAddressForm } from "../rules/card/device.ts";
import { categoryCodeConfigured, currencyAccepted, operationPermitted } from "../rules/merchant.ts";
import { notificationUrlSecure } from "../rules/notification.ts";
import { customFieldsOfOrder, orderOpenFor } from "../rules/order/order-state.ts";
import { purchases } from "../rules/purchase.ts";
import { sensitiveDataRefused } from "../rules/sensitive-data.ts";
import { taxes } from "../rules/money/tax.ts";
import { EXAMPLE, moneyOf, OF_TRANSACTION } from "./operation-definition.ts";
import type { Plan, TransactionDefinition } from "./operation-definition.ts";

const moneyRules: readonly Rule[] = [decimalsOfCurrency, amountAboveZero, amountsAgree, ...sums, ...taxes];
const purposeRules: readonly Rule[] = [...purchases, ...agreements, sensitiveDataRefused];

/** What AUTHORIZE and PAY have in common, the first movements of money on an order. */
function payment(type: TransactionType) {
  return {
    ...OF_TRANSACTION,
    types: [type],
    moneyOf: "order",
    isOfPart: false,
    opensOrder: "always",
    orderAmount: "amount",
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
      enrollmentChecked,
      payerAuthenticated,
    ],
    plan: (context: RuleContext): Plan => {
      const { amount, currency } = moneyOf(context);
      return { type, amount, currency, standalone: false, targetTransactionId: undefined };
    },
  } as const;
}

export const authorize: TransactionDefinition<"AUTHORIZE"> = {
  ...payment("AUTHORIZATION"),
  name: "AUTHORIZE",
  spoken: "Authorization",
  does: "Reserves funds of the payer",
  example: () => ({
    apiOperation: "AUTHORIZE",
    order: EXAMPLE.order,
    sourceOfFunds: EXAMPLE.sourceOfFunds,
  }),
};

export const pay: TransactionDefinition<"PAY"> = {
  ...payment("PAYMENT"),
  name: "PAY",
  spoken: "Pay",
  does: "Reserves and moves funds in one step",
  example: () => ({ apiOperation: "PAY", order: EXAMPLE.order, sourceOfFunds: EXAMPLE.sourceOfFunds }),
};

/** VERIFY: the card is looked at, no money moves; an amount is only for risk assessment (interface section 2.13). */
export const verify: TransactionDefinition<"VERIFY"> = {
  ...OF_TRANSACTION,
  name: "VERIFY",
  spoken: "Verify",
  does: "Verifies the card; no money moves",
  types: ["VERIFICATION"],
  moneyOf: "order",
  isOfPart: false,
  opensOrder: "never",
  orderAmount: "zero",
  example: () => ({
    apiOperation: "VERIFY",
    order: { currency: EXAMPLE.order.currency },
    sourceOfFunds: EXAMPLE.sourceOfFunds,
  }),
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
    payerAuthenticated,
  ],
  plan: ({ instruction }) => ({
    type: "VERIFICATION",
    amount: ZERO,
    currency: instruction.currency ?? "",
    standalone: false,
    targetTransactionId: undefined,
  }),
};
