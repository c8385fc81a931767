import {
  amountAboveZero,
  decimalsOfCurrency,
  gratuityContained,
  subTotalsOfFollowUp,
} from "../rules/money/amounts.ts";
import { charges } from "../rules/money/charge.ts";
import { currencyOfOrder } from "../rules/order/follow-up.ts";
import { operationPermitted } from "../rules/merchant.ts";
import { notificationUrlSecure } from "../rules/notification.ts";
import { customFieldsOfOrder, noFundsOnFollowUp, orderExists } from "../rules/order/order-state.ts";
import { sensitiveDataRefused } from "../rules/sensitive-data.ts";
import { taxes } from "../rules/money/tax.ts";
import {
  amountNotBelowCaptured,
  authorizationToUpdate,
  updateAmountReadable,
} from "../rules/order/update.ts";
import { authorizationValid } from "../rules/order/validity.ts";
import { openingOf } from "../order/status.ts";
import { EXAMPLE, OF_TRANSACTION } from "./operation-definition.ts";
import type { TransactionDefinition } from "./operation-definition.ts";

/** UPDATE_AUTHORIZATION: starts the validity anew and, when an amount is given, changes what is authorized. */
export const updateAuthorization: TransactionDefinition<"UPDATE_AUTHORIZATION"> = {
  ...OF_TRANSACTION,
  name: "UPDATE_AUTHORIZATION",
  spoken: "Update authorization",
  does: "Changes the authorized amount and restarts its validity period",
  types: ["AUTHORIZATION_UPDATE"],
  moneyOf: "transaction",
  isOfPart: false,
  opensOrder: "never",
  orderAmount: "amount-when-successful",
  example: () => ({ apiOperation: "UPDATE_AUTHORIZATION", transaction: EXAMPLE.transaction }),
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
    subTotalsOfFollowUp,
    ...charges,
    gratuityContained,
    ...taxes,
    sensitiveDataRefused,
    notificationUrlSecure,
    customFieldsOfOrder,
  ],
  plan: ({ instruction, order, totals }) => {
    const opening = order && openingOf(order);
    if (opening === undefined) throw new Error("an update was planned without the authorization it changes");
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
