import type { CardRequestContext } from "../request/card-request.ts";
import { agreements } from "../rules/agreement.ts";
import { tracksAgree } from "../rules/card/card.ts";
import { currencyAccepted, currencyKnown } from "../rules/merchant.ts";
import {
  assessmentOpen,
  cardNumberGiven,
  oneCard,
  processingResponseWithInformation,
} from "../rules/card/card-requests.ts";
import type { RiskContext } from "../rules/card/card-requests.ts";
import { sensitiveDataRefused } from "../rules/sensitive-data.ts";
import { terminals } from "../rules/card/terminal.ts";
import { EXAMPLE } from "./operation-definition.ts";
import type { OperationDefinition } from "./operation-definition.ts";
import { PATHS } from "./paths.ts";

export const balanceInquiry: OperationDefinition<"BALANCE_INQUIRY", CardRequestContext> = {
  name: "BALANCE_INQUIRY",
  method: "put",
  path: PATHS.balanceInquiry,
  does: "Returns the balance of a card",
  takesSources: true,
  rules: [currencyAccepted, oneCard, cardNumberGiven, ...terminals, tracksAgree],
  example: () => ({
    order: { currency: EXAMPLE.order.currency },
    sourceOfFunds: { type: "GIFT_CARD", provided: { giftCard: { number: "6000000000000007" } } },
  }),
};

/** It asks about no more than it names. */
export const paymentOptionsInquiry: OperationDefinition<"PAYMENT_OPTIONS_INQUIRY", CardRequestContext> = {
  name: "PAYMENT_OPTIONS_INQUIRY",
  method: "post",
  path: PATHS.paymentOptions,
  does: "Lists the merchant's payment options, narrowed to a currency or card if the request names one",
  takesSources: true,
  needsNoBody: true,
  rules: [currencyKnown],
  example: () => ({ apiOperation: "PAYMENT_OPTIONS_INQUIRY", order: EXAMPLE.order }),
};

export const riskAssessment: OperationDefinition<"CREATE_OR_UPDATE_RISK_ASSESSMENT", RiskContext> = {
  name: "CREATE_OR_UPDATE_RISK_ASSESSMENT",
  method: "put",
  path: PATHS.riskAssessment,
  does: "Asks the risk service to assess a payment, or reports the payment's outcome to it",
  takesSources: true,
  rules: [
    assessmentOpen,
    processingResponseWithInformation,
    currencyAccepted,
    cardNumberGiven,
    ...terminals,
    tracksAgree,
    ...agreements,
    sensitiveDataRefused,
  ],
  example: () => ({
    apiOperation: "CREATE_OR_UPDATE_RISK_ASSESSMENT",
    order: EXAMPLE.order,
    requestAction: "RISK_ASSESSMENT",
    sourceOfFunds: EXAMPLE.sourceOfFunds,
    transaction: { creationDate: "2030-01-15T10:20:30.400Z", source: "INTERNET", type: "PAYMENT" },
  }),
};
