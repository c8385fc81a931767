import { amountAboveZero, amountGiven, decimalsOfCurrency, sums } from "../rules/amounts.ts";
import { cards } from "../rules/card.ts";
import { ipAddressForm } from "../rules/device.ts";
import { disbursements } from "../rules/disbursement.ts";
import { categoryCodeConfigured, currencyAccepted, operationPermitted } from "../rules/merchant.ts";
import { notificationUrlSecure } from "../rules/notification.ts";
import { customFieldsOfOrder, orderOpenFor } from "../rules/order-state.ts";
import { sensitiveDataRefused } from "../rules/sensitive-data.ts";
import { moneyOf } from "./operation-definition.ts";
import type { OperationDefinition } from "./operation-definition.ts";

/** DISBURSEMENT: pays funds out to a payer; it is no refund, and no funds of a payer move. */
export const disbursement: OperationDefinition = {
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
