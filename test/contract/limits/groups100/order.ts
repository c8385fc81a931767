import { under, type Row } from "../limit.ts";
import { alphanumeric, digits, enumeration, oneOf, text } from "../text-limits.ts";
import { boolean, date, dateTime, decimal, integer, urlRfc1738 } from "../value-limits.ts";
import { identificationTypes } from "../groups/account-funding.ts";
import { threeLetters } from "../text-limits.ts";

// Order, agreement, account funding and currency conversion of version 100.

export const order100: readonly Row[] = under("order", [
  ["acceptPartialAmount", boolean],
  ["customerNote", text(1, 250)],
  ["description", text(1, 127)],
  ["industryPracticePaymentReason", oneOf("DELAYED_CHARGE", "NO_SHOW_PENALTY", "PARTIAL_SHIPMENT")],
  ["marketplace.retailerLocation", oneOf("DOMESTIC_ONLY", "FOREIGN_AND_DOMESTIC", "FOREIGN_ONLY")],
  ["merchantCategoryCode", digits(4, 4)],
  ["merchantPartnerIdCode", digits(1, 6)],
  ["notificationUrl", urlRfc1738],
  ["owningEntity", text(1, 40)],
  ["purchaseType", enumeration(["ACCOUNT_FUNDING"], "any")],
  ["reference", text(1, 40)],
  ["walletIndicator", text(3, 3)],
  // The eight wallets of version 100 under neutral names are open; the six of the specification are sure.
  [
    "walletProvider",
    enumeration(["WALLET_A", "WALLET_B", "WALLET_C", "WALLET_D", "WALLET_E", "WALLET_F"], "any"),
  ],
]);

const frequencies = oneOf(
  "AD_HOC",
  "DAILY",
  "FORTNIGHTLY",
  "MONTHLY",
  "OTHER",
  "QUARTERLY",
  "TWICE_YEARLY",
  "WEEKLY",
  "YEARLY",
);
export const agreement100: readonly Row[] = under("agreement", [
  ["amountVariability", oneOf("FIXED", "VARIABLE")],
  ["customData", text(1, 2048)],
  ["expiryDate", date],
  ["startDate", date],
  ["id", text(1, 100)],
  ["maximumAmountPerPayment", decimal()],
  ["minimumAmountPerPayment", decimal()],
  ["minimumDaysBetweenPayments", integer(1, 9999)],
  ["numberOfPayments", integer(1, 999)],
  ["paymentFrequency", frequencies],
  ["retailer.abbreviatedTradingName", text(1, 10)],
  ["retailer.merchantCategoryCode", text(1, 4)],
  ["retailer.tradingName", text(1, 100)],
  ["type", enumeration(["INSTALLMENT", "OTHER", "RECURRING", "UNSCHEDULED"], ["INDUSTRY_PRACTICE"])],
]);

const account: readonly Row[] = [
  ["fundingMethod", oneOf("CHARGE", "CREDIT", "DEBIT", "UNKNOWN")],
  ["identifier", text(1, 50)],
  [
    "identifierType",
    oneOf(
      "BANK_ACCOUNT_BIC",
      "BANK_ACCOUNT_IBAN",
      "BANK_ACCOUNT_NATIONAL",
      "CARD_NUMBER",
      "EMAIL_ADDRESS",
      "OTHER",
      "PHONE_NUMBER",
      "SOCIAL_NETWORK_PROFILE_ID",
      "STAGED_WALLET_USER_ID",
      "STORED_VALUE_WALLET_USER_ID",
    ),
  ],
];
const purposes = ["CRYPTOCURRENCY_PURCHASE", "MERCHANT_SETTLEMENT", "OTHER", "PAYROLL"] as const;

export const accountFunding100: readonly Row[] = under("accountFunding", [
  ["purpose", enumeration(purposes, ["HIGH_RISK_SECURITIES"])],
  ["senderIsRecipient", boolean],
  ["senderType", oneOf("COMMERCIAL_ORGANIZATION", "GOVERNMENT", "NON_PROFIT_ORGANIZATION", "PERSON")],
  ...under("recipient", [
    ["firstName", text(1, 50)],
    ["middleName", text(1, 50)],
    ["lastName", text(1, 50)],
    ...under("account", account),
    ["address.city", text(1, 100)],
    ["address.street", text(1, 100)],
    ["address.street2", text(1, 100)],
    ["address.country", threeLetters],
    ["address.postCodeZip", text(1, 10)],
    ["address.stateProvinceCode", text(1, 3)],
    ["identification.country", threeLetters],
    ["identification.value", text(1, 50)],
    ["identification.type", identificationTypes],
  ]),
]);

export const currencyConversion100: readonly Row[] = under("currencyConversion", [
  ["exchangeRateTime", dateTime],
  ["marginPercentage", decimal(8)],
  ["payerAmount", decimal()],
  ["payerCurrency", threeLetters],
  ["payerExchangeRate", decimal(19)],
  ["provider", oneOf("FEXCO")],
  ["providerReceipt", text(1, 100)],
  ["requestId", text(1, 100)],
  ["uptake", oneOf("ACCEPTED", "DECLINED", "NOT_AVAILABLE", "NOT_REQUIRED")],
]);

export const small100: readonly Row[] = [
  ["action.refundAuthorization", boolean],
  ["paymentPlan.externalPlanId", alphanumeric(1, 10)],
];
