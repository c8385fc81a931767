import { under, type Row } from "../limit.ts";
import { digits, oneOf, postcode, text, threeLetters } from "../text-limits.ts";
import { boolean, group, languageTag, url } from "../value-limits.ts";

// Interface section 2.13: fields of single operations.

const provider: readonly Row[] = [
  ["displayShippingAddress", boolean],
  ["overrideShippingAddress", boolean],
  ["paymentConfirmation", oneOf("CONFIRM_AT_MERCHANT", "CONFIRM_AT_PROVIDER"), "R"],
];
const operation = oneOf("AUTHORIZE", "PAY");

export const browserPayment18: readonly Row[] = under("browserPayment", [
  ["returnUrl", url, "R"],
  ...under("providerA", provider),
  ["providerA.operation", operation, "R"],
]);
export const browserPayment61: readonly Row[] = under("browserPayment", [
  ["operation", operation, "R"],
  ["returnUrl", url],
  ["preferredLanguage", languageTag],
  ...under("providerA", provider),
]);

export const disbursementType: readonly Row[] = [
  ["disbursementType", oneOf("CREDIT_CARD_BILL_PAYMENT", "GAMING_WINNINGS"), "R"],
];
export const paymentSender: readonly Row[] = under("creditCardBillPayment.paymentSender", [
  ["address", group, "R"],
  ["address.city", text(1, 25)],
  ["address.country", threeLetters, "R"],
  ["address.postcodeZip", postcode(1, 10)],
  ["address.stateProvinceCode", text(2, 3)],
  ["address.street", text(1, 50), "R"],
  ["bankAccountNumber", digits(1, 20)],
  ["cardNumber", digits(9, 19)],
  ["firstName", text(1, 50), "R"],
  ["lastName", text(1, 50), "R"],
]);

export const bypassRisk: readonly Row[] = [["action.bypassMerchantRiskRules", oneOf("ALL")]];
export const requestAction: readonly Row[] = [
  ["requestAction", oneOf("INFORMATION_ONLY", "RISK_ASSESSMENT"), "R"],
];
