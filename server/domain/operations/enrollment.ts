import type { EnrollmentContext } from "../rules/enrollment.ts";
import {
  acsResultGenuine,
  acsResultOnce,
  checkedBefore,
  payerWasAsked,
  responseUrlGiven,
  responseUrlSecure,
} from "../rules/enrollment.ts";
import { cardComplete, fundsAreCard, securityCodeLength } from "../rules/card/card.ts";
import { cardTypeAccepted, currencyAccepted } from "../rules/merchant.ts";
import { amountAboveZero, amountGiven, decimalsOfCurrency } from "../rules/money/amounts.ts";
import type { RuleContext } from "../request/rule.ts";
import { EXAMPLE } from "./operation-definition.ts";
import type { OperationDefinition } from "./operation-definition.ts";
import { PATHS } from "./paths.ts";

/** CHECK_3DS_ENROLLMENT: whether 3-D Secure 1 can authenticate the holder of a card, and on which page. */
export const check3dsEnrollment: OperationDefinition<"CHECK_3DS_ENROLLMENT", RuleContext> = {
  name: "CHECK_3DS_ENROLLMENT",
  method: "put",
  path: PATHS.authentication3ds1,
  does: "Asks whether the payer can be authenticated (3-D Secure 1)",
  takesSources: true,
  rules: [
    currencyAccepted,
    amountGiven,
    decimalsOfCurrency,
    amountAboveZero,
    responseUrlGiven,
    responseUrlSecure,
    fundsAreCard,
    cardComplete,
    securityCodeLength,
    cardTypeAccepted,
  ],
  example: () => ({
    "3DSecure": { authenticationRedirect: { responseUrl: "https://shop.example/return" } },
    apiOperation: "CHECK_3DS_ENROLLMENT",
    order: EXAMPLE.order,
    sourceOfFunds: EXAMPLE.sourceOfFunds,
  }),
};

/** PROCESS_ACS_RESULT: what the issuer's page gave the payer's browser for the merchant, under the id of the check. */
export const processAcsResult: OperationDefinition<"PROCESS_ACS_RESULT", EnrollmentContext> = {
  name: "PROCESS_ACS_RESULT",
  method: "post",
  path: PATHS.authentication3ds1,
  does: "Reads what the payer's browser brought back from the issuer's page (3-D Secure 1)",
  takesSources: false,
  rules: [checkedBefore, payerWasAsked, acsResultGenuine, acsResultOnce],
  example: () => ({ "3DSecure": { paRes: "eJxVUttu4jAQ" }, apiOperation: "PROCESS_ACS_RESULT" }),
};
