import { under, type Row } from "../limit.ts";
import { alphanumeric, oneOf, text, threeLetters } from "../text-limits.ts";
import { amountNumber, boolean } from "../value-limits.ts";

// Interface section 2.12.

export const identificationTypes = oneOf(
  "ALIEN_REGISTRATION_NUMBER",
  "BUSINESS_TAX_ID",
  "COMPANY_REGISTRATION_NUMBER",
  "CUSTOMER_IDENTIFICATION",
  "DATE_OF_BIRTH",
  "DRIVERS_LICENSE",
  "EMAIL",
  "GOVERNMENT_ISSUED",
  "INDIVIDUAL_TAX_ID",
  "LAW_ENFORCEMENT_IDENTIFICATION",
  "MILITARY_IDENTIFICATION",
  "NATIONAL_IDENTIFICATION_CARD",
  "OTHER",
  "PASSPORT",
  "PHONE_NUMBER",
  "PROXY_IDENTIFICATION",
  "SOCIAL_SECURITY_NUMBER",
  "TRAVEL_IDENTIFICATION",
);

export const accountFunding: readonly Row[] = under("accountFunding", [
  ["senderIsRecipient", boolean],
  ["senderType", oneOf("COMMERCIAL_ORGANIZATION", "GOVERNMENT", "NON_PROFIT_ORGANIZATION", "PERSON")],
  ["recipient.firstName", text(1, 50)],
  ["recipient.lastName", text(1, 50)],
  ["recipient.middleName", text(1, 50)],
  ["recipient.address.city", text(1, 100)],
  ["recipient.address.street", text(1, 100)],
  ["recipient.address.street2", text(1, 100)],
  ["recipient.address.country", threeLetters],
  ["recipient.address.postCodeZip", text(1, 10)],
  ["recipient.address.stateProvinceCode", text(1, 3)],
  ["recipient.identification.country", threeLetters],
  ["recipient.identification.value", text(1, 50)],
  ["recipient.identification.type", identificationTypes],
]);

export const purpose: readonly Row[] = [
  ["accountFunding.purpose", oneOf("CRYPTOCURRENCY_PURCHASE", "MERCHANT_SETTLEMENT", "OTHER", "PAYROLL")],
];
/** Pay version 100. */
export const purposeOfPay100: readonly Row[] = under("accountFunding", [
  [
    "purpose",
    oneOf("CRYPTOCURRENCY_PURCHASE", "HIGH_RISK_SECURITIES", "MERCHANT_SETTLEMENT", "OTHER", "PAYROLL"),
  ],
  ["purposeOfPayment", alphanumeric(2, 6)],
  ["foreignExchangeFee", amountNumber],
]);
