import type { Rule } from "../request/rule.ts";
import {
  amountAboveZero,
  amountGiven,
  decimalsOfCurrency,
  gratuityContained,
  subTotalsOfFollowUp,
} from "../rules/money/amounts.ts";
import { enrollmentChecked } from "../rules/enrollment.ts";
import { cards, xidForAmex } from "../rules/card/card.ts";
import { chargeContained } from "../rules/money/charge.ts";
import { ipAddressForm } from "../rules/card/device.ts";
import {
  authorizationCodeStandsIn,
  authorizationToCapture,
  captureWithinAuthorization,
  currencyOfOrder,
} from "../rules/order/follow-up.ts";
import { categoryCodeConfigured, currencyAccepted, operationPermitted } from "../rules/merchant.ts";
import { notificationUrlSecure } from "../rules/notification.ts";
import {
  customFieldsOfOrder,
  noFundsOnFollowUp,
  orderExists,
  subMerchantOnlyInitially,
} from "../rules/order/order-state.ts";
import { cruiseDates } from "../rules/purchase.ts";
import { sensitiveDataRefused } from "../rules/sensitive-data.ts";
import { taxes } from "../rules/money/tax.ts";
import { authorizationValid } from "../rules/order/validity.ts";
import { EXAMPLE, moneyOf, OF_TRANSACTION } from "./operation-definition.ts";
import type { TransactionDefinition } from "./operation-definition.ts";

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
  subTotalsOfFollowUp,
  chargeContained,
  gratuityContained,
  ...taxes,
  categoryCodeConfigured,
  cruiseDates,
  sensitiveDataRefused,
  ipAddressForm,
  notificationUrlSecure,
  customFieldsOfOrder,
  ...cards.map((rule) => (rule === xidForAmex ? rule : whenStandalone(rule))),
];

/** CAPTURE: moves funds that an authorization reserved, or stands alone with an issuer's code. */
export const capture: TransactionDefinition<"CAPTURE"> = {
  ...OF_TRANSACTION,
  name: "CAPTURE",
  spoken: "Capture",
  does: "Moves reserved funds, or is standalone with an order id of its own",
  types: ["CAPTURE"],
  moneyOf: "transaction",
  isOfPart: true,
  opensOrder: "standalone",
  orderAmount: "amount-when-standalone",
  example: () => ({ apiOperation: "CAPTURE", transaction: EXAMPLE.transaction }),
  rules: [
    ...followUpBasics,
    authorizationToCapture,
    authorizationValid,
    ...followUpMoney,
    captureWithinAuthorization,
    ...followUpDetails,
    authorizationCodeStandsIn,
    enrollmentChecked,
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
