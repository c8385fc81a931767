import { amountAboveZero, amountGiven, decimalsOfCurrency, sums } from "../rules/money/amounts.ts";
import { cards } from "../rules/card/card.ts";
import { ipAddressForm } from "../rules/card/device.ts";
import { disbursements } from "../rules/disbursement.ts";
import { categoryCodeConfigured, currencyAccepted, operationPermitted } from "../rules/merchant.ts";
import { notificationUrlSecure } from "../rules/notification.ts";
import { customFieldsOfOrder, orderOpenFor } from "../rules/order/order-state.ts";
import { sensitiveDataRefused } from "../rules/sensitive-data.ts";
import { EXAMPLE, moneyOf, OF_TRANSACTION } from "./operation-definition.ts";
import type { TransactionDefinition } from "./operation-definition.ts";

/** DISBURSEMENT: pays funds out to a payer; it is no refund, and no funds of a payer move. */
export const disbursement: TransactionDefinition<"DISBURSEMENT"> = {
  ...OF_TRANSACTION,
  name: "DISBURSEMENT",
  spoken: "Disbursement",
  does: "Pays funds out",
  types: ["DISBURSEMENT"],
  moneyOf: "order",
  isOfPart: false,
  opensOrder: "always",
  // No payer's funds move (interface section 2.6, order.amount).
  orderAmount: "zero",
  example: () => ({
    apiOperation: "DISBURSEMENT",
    disbursementType: "GAMING_WINNINGS",
    order: { ...EXAMPLE.order, merchantCategoryCode: "7995" },
    sourceOfFunds: EXAMPLE.sourceOfFunds,
  }),
  rules: [
    operationPermitted,
    orderOpenFor("DISBURSEMENT"),
    currencyAccepted,
    amountGiven,
    decimalsOfCurrency,
    amountAboveZero,
    ...sums,
    categoryCodeConfigured,
    ...disbursements,
    sensitiveDataRefused,
    ipAddressForm,
    notificationUrlSecure,
    customFieldsOfOrder,
    ...cards,
  ],
  plan: (context) => {
    const { amount, currency } = moneyOf(context);
    return { type: "DISBURSEMENT", amount, currency, standalone: false, targetTransactionId: undefined };
  },
};
