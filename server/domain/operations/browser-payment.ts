import { browserTypeOf, operationFieldOf } from "../order/browser-payment.ts";
import { ZERO } from "../money.ts";
import { agreements } from "../rules/agreement.ts";
import { amountAboveZero, amountGiven, decimalsOfCurrency, sums } from "../rules/money/amounts.ts";
import {
  browserPaymentInitiated,
  confirmationAtMerchant,
  currencyAsInitiated,
  initiatedIn,
  notYetConfirmed,
  operationOfBrowserPayment,
  orderOpenForBrowserPayment,
  payerAgreed,
  returnUrlGiven,
  returnUrlSecure,
} from "../rules/browser-payment.ts";
import { ipAddressForm } from "../rules/card/device.ts";
import { currencyAccepted, operationPermitted } from "../rules/merchant.ts";
import { notificationUrlSecure } from "../rules/notification.ts";
import { customFieldsOfOrder } from "../rules/order/order-state.ts";
import { sensitiveDataRefused } from "../rules/sensitive-data.ts";
import { taxes } from "../rules/money/tax.ts";
import { EXAMPLE, moneyOf, OF_TRANSACTION } from "./operation-definition.ts";
import type { TransactionDefinition } from "./operation-definition.ts";

/** INITIATE_BROWSER_PAYMENT: the payer is sent to a provider's page; no money moves yet. */
export const initiateBrowserPayment: TransactionDefinition<"INITIATE_BROWSER_PAYMENT"> = {
  ...OF_TRANSACTION,
  name: "INITIATE_BROWSER_PAYMENT",
  spoken: "Initiate browser payment",
  does: "Sends the payer to a provider's page",
  types: ["BROWSER_PAYMENT"],
  moneyOf: "order",
  isOfPart: false,
  opensOrder: "never",
  orderAmount: "amount",
  example: (version) => {
    const hasOperation = operationFieldOf(version) === "browserPayment.operation";
    return {
      apiOperation: "INITIATE_BROWSER_PAYMENT",
      browserPayment: { ...(hasOperation && { operation: "PAY" }), returnUrl: "https://shop.example/return" },
      order: EXAMPLE.order,
      sourceOfFunds: { type: "PROVIDER_C" },
    };
  },
  rules: [
    operationPermitted,
    orderOpenForBrowserPayment,
    currencyAccepted,
    amountGiven,
    decimalsOfCurrency,
    amountAboveZero,
    ...sums,
    ...taxes,
    operationOfBrowserPayment,
    returnUrlGiven,
    returnUrlSecure,
    ...agreements,
    sensitiveDataRefused,
    ipAddressForm,
    notificationUrlSecure,
    customFieldsOfOrder,
  ],
  plan: (context) => {
    const type = browserTypeOf(context.instruction);
    const { amount, currency } = moneyOf(context);
    // An account that is set up moves no money (assumption A133).
    const moved = type === "VERIFICATION" ? ZERO : amount;
    return { type, amount: moved, currency, standalone: false, targetTransactionId: undefined };
  },
};

/** CONFIRM_BROWSER_PAYMENT: executes what the payer has agreed to, under the same transaction id. */
export const confirmBrowserPayment: TransactionDefinition<"CONFIRM_BROWSER_PAYMENT"> = {
  ...OF_TRANSACTION,
  name: "CONFIRM_BROWSER_PAYMENT",
  spoken: "Confirm browser payment",
  does: "Executes the payment that the payer approved on the provider's page",
  types: ["BROWSER_PAYMENT"],
  moneyOf: "order",
  isOfPart: false,
  opensOrder: "never",
  orderAmount: "amount",
  example: () => ({ apiOperation: "CONFIRM_BROWSER_PAYMENT", order: EXAMPLE.order }),
  rules: [
    operationPermitted,
    browserPaymentInitiated,
    confirmationAtMerchant,
    notYetConfirmed,
    payerAgreed,
    currencyAsInitiated,
    decimalsOfCurrency,
    amountAboveZero,
    ...sums,
    ...taxes,
    notificationUrlSecure,
    customFieldsOfOrder,
  ],
  plan: (context) => {
    const initiated = initiatedIn(context);
    if (initiated === undefined)
      throw new Error("a confirmation was planned without the initiation it confirms");
    const { type, currency } = initiated;
    const amount = type === "VERIFICATION" ? ZERO : (context.instruction.amount ?? initiated.amount);
    return { type, amount, currency, standalone: false, targetTransactionId: undefined };
  },
};
