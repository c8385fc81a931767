import { amountAboveZero, decimalsOfCurrency, gratuityContained } from "../rules/amounts.ts";
import { charges } from "../rules/charge.ts";
import { currencyOfOrder } from "../rules/follow-up.ts";
import { operationPermitted } from "../rules/merchant.ts";
import { notificationUrlSecure } from "../rules/notification.ts";
import { customFieldsOfOrder, noFundsOnFollowUp, orderExists } from "../rules/order-state.ts";
import { sensitiveDataRefused } from "../rules/sensitive-data.ts";
import { taxes } from "../rules/tax.ts";
import {
  amountNotBelowCaptured,
  authorizationToUpdate,
  subTotalsOfUpdate,
  updateAmountReadable,
} from "../rules/update.ts";
import { authorizationValid } from "../rules/validity.ts";
import { openingOf } from "../status.ts";
import type { OperationDefinition } from "./operation-definition.ts";

/** UPDATE_AUTHORIZATION: starts the validity anew and, when an amount is given, changes what is authorized. */
export const updateAuthorization: OperationDefinition = {
  rules: [
    operationPermitted,
    orderExists,
    noFundsOnFollowUp,
    authorizationToUpdate,
    authorizationValid,
    currencyOfOrder,
    updateAmountReadable,
    decimalsOfCurrency,
    amountAboveZero,
    amountNotBelowCaptured,
    subTotalsOfUpdate,
    ...charges,
    gratuityContained,
    ...taxes,
    sensitiveDataRefused,
    notificationUrlSecure,
    customFieldsOfOrder,
  ],
  plan: ({ instruction, order, totals }) => {
    const opening = order && openingOf(order);
    if (opening === undefined) throw new Error("an update was planned without its authorization");
    return {
      type: "AUTHORIZATION_UPDATE",
      // Every update says what is authorized from then on, so that one without an amount says it again.
      amount: instruction.amount ?? totals.authorized,
      currency: opening.currency,
      standalone: false,
      targetTransactionId: undefined,
    };
  },
};
