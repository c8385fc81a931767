import type { Rule } from "../rule.ts";
import { amountAboveZero, amountGiven, decimalsOfCurrency } from "../rules/amounts.ts";
import { cards } from "../rules/card.ts";
import { ipAddressForm } from "../rules/device.ts";
import {
  authorizationCodeStandsIn,
  authorizationToCapture,
  captureWithinAuthorization,
  currencyOfOrder,
} from "../rules/follow-up.ts";
import { categoryCodeConfigured, currencyAccepted, operationPermitted } from "../rules/merchant.ts";
import { notificationUrlSecure } from "../rules/notification.ts";
import {
  customFieldsOfOrder,
  noFundsOnFollowUp,
  orderExists,
  subMerchantOnlyInitially,
} from "../rules/order-state.ts";
import { cruiseDates } from "../rules/purchase.ts";
import { sensitiveDataRefused } from "../rules/sensitive-data.ts";
import { authorizationValid } from "../rules/validity.ts";
import { moneyOf } from "./operation-definition.ts";
import type { OperationDefinition } from "./operation-definition.ts";

/** Rules that only a transaction with funds of its own has to keep. */
function whenStandalone(rule: Rule): Rule {
  return { ...rule, refuses: (context) => (context.standalone ? rule.refuses(context) : undefined) };
}

/** What a capture and a refund have in common before their own state and amount are looked at. */
export const followUpBasics: readonly Rule[] = [
  operationPermitted,
  orderExists,
  noFundsOnFollowUp,
  subMerchantOnlyInitially,
];

/** … after the state, before the amount. */
export const followUpMoney: readonly Rule[] = [
  currencyAccepted,
  currencyOfOrder,
  amountGiven,
  decimalsOfCurrency,
  amountAboveZero,
];

/** … and after both. */
export const followUpDetails: readonly Rule[] = [
  categoryCodeConfigured,
  cruiseDates,
  sensitiveDataRefused,
  ipAddressForm,
  notificationUrlSecure,
  customFieldsOfOrder,
  ...cards.map(whenStandalone),
];

/** CAPTURE: moves funds that an authorization reserved, or stands alone with an issuer's code. */
export const capture: OperationDefinition = {
  rules: [
    ...followUpBasics,
    authorizationToCapture,
    authorizationValid,
    ...followUpMoney,
    captureWithinAuthorization,
    ...followUpDetails,
    authorizationCodeStandsIn,
  ],
  plan: (context) => {
    const { amount, currency } = moneyOf(context);
    return {
      type: "CAPTURE",
      amount,
      currency,
      standalone: context.standalone,
      targetTransactionId: undefined,
    };
  },
};
