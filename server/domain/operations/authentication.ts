import { ZERO } from "../money.ts";
import type { RuleContext } from "../request/rule.ts";
import {
  authenticationOpen,
  cardIsInitiatedOne,
  currencyAsAuthenticated,
  payerCanReturn,
  redirectResponseUrlSecure,
} from "../rules/authentication.ts";
import { amountAboveZero, amountGiven, decimalsOfCurrency, sums } from "../rules/money/amounts.ts";
import { cardComplete, fundsAreCard, securityCodeLength } from "../rules/card/card.ts";
import { cardNumberGiven } from "../rules/card/card-requests.ts";
import { ipAddressForm } from "../rules/card/device.ts";
import {
  cardTypeAccepted,
  categoryCodeConfigured,
  currencyAccepted,
  operationPermitted,
} from "../rules/merchant.ts";
import { notificationUrlSecure } from "../rules/notification.ts";
import { customFieldsOfOrder, orderOpenFor } from "../rules/order/order-state.ts";
import { VERSION_MAX } from "../request/operation.ts";
import { sensitiveDataRefused } from "../rules/sensitive-data.ts";
import { EXAMPLE, moneyOf, OF_TRANSACTION } from "./operation-definition.ts";
import type { Plan, TransactionDefinition } from "./operation-definition.ts";

/** The first version with authentications of their own (assumption A278). */
const AUTHENTICATIONS_FROM = 53;

const COMMON = {
  ...OF_TRANSACTION,
  versions: { first: AUTHENTICATIONS_FROM, last: VERSION_MAX },
  types: ["AUTHENTICATION"],
  moneyOf: "order",
  isOfPart: false,
  opensOrder: "never",
} as const;

/** No money moves, and what the payer is asked about may be a card that is registered. */
const plan = { type: "AUTHENTICATION", standalone: false, targetTransactionId: undefined } as const;

/** INITIATE_AUTHENTICATION: whether the card's issuer authenticates its holders, and how. */
export const initiateAuthentication: TransactionDefinition<"INITIATE_AUTHENTICATION"> = {
  ...COMMON,
  name: "INITIATE_AUTHENTICATION",
  spoken: "Initiate authentication",
  does: "Asks whether the payer can be authenticated (3-D Secure)",
  orderAmount: "zero",
  example: () => ({
    apiOperation: "INITIATE_AUTHENTICATION",
    authentication: { channel: "PAYER_BROWSER" },
    order: { currency: EXAMPLE.order.currency },
    sourceOfFunds: EXAMPLE.sourceOfFunds,
  }),
  rules: [
    operationPermitted,
    orderOpenFor("AUTHENTICATION"),
    currencyAccepted,
    categoryCodeConfigured,
    notificationUrlSecure,
    customFieldsOfOrder,
    sensitiveDataRefused,
    fundsAreCard,
    cardNumberGiven,
    cardTypeAccepted,
  ],
  plan: ({ instruction }) => ({ ...plan, amount: ZERO, currency: instruction.currency ?? "" }),
};

/** AUTHENTICATE_PAYER: the issuer is asked, under the transaction id of the initiation. */
export const authenticatePayer: TransactionDefinition<"AUTHENTICATE_PAYER"> = {
  ...COMMON,
  name: "AUTHENTICATE_PAYER",
  spoken: "Authenticate payer",
  does: "Lets the card's issuer authenticate the payer, by a challenge if it wants one (3-D Secure)",
  orderAmount: "amount",
  example: () => ({
    apiOperation: "AUTHENTICATE_PAYER",
    authentication: { redirectResponseUrl: "https://shop.example/return" },
    order: EXAMPLE.order,
    sourceOfFunds: EXAMPLE.sourceOfFunds,
  }),
  rules: [
    operationPermitted,
    authenticationOpen,
    orderOpenFor("AUTHENTICATION"),
    currencyAccepted,
    currencyAsAuthenticated,
    amountGiven,
    decimalsOfCurrency,
    amountAboveZero,
    ...sums,
    categoryCodeConfigured,
    payerCanReturn,
    redirectResponseUrlSecure,
    ipAddressForm,
    notificationUrlSecure,
    customFieldsOfOrder,
    sensitiveDataRefused,
    fundsAreCard,
    cardComplete,
    securityCodeLength,
    cardIsInitiatedOne,
  ],
  plan: (context: RuleContext): Plan => ({ ...plan, ...moneyOf(context) }),
};
