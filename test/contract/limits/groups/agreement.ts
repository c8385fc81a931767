import { under, type Row } from "../limit.ts";
import { enumeration, oneOf, text } from "../text-limits.ts";
import { date, decimal, integer } from "../value-limits.ts";

// Interface section 2.9.

const variability = oneOf("FIXED", "VARIABLE");

export const agreementId: readonly Row[] = [["agreement.id", text(1, 100)]];
export const agreementExpiry: readonly Row[] = [["agreement.expiryDate", date]];
export const agreementType: readonly Row[] = [
  ["agreement.type", oneOf("INSTALLMENT", "OTHER", "RECURRING", "UNSCHEDULED")],
];
/** "plus INDUSTRY_PRACTICE in the … pay versions that list it": which do is open. */
export const agreementTypeOfPay: readonly Row[] = [
  [
    "agreement.type",
    enumeration(["INSTALLMENT", "OTHER", "RECURRING", "UNSCHEDULED"], ["INDUSTRY_PRACTICE"]),
  ],
];
export const agreementTypeOfRisk: readonly Row[] = [
  ["agreement.type", oneOf("INDUSTRY_PRACTICE", "INSTALLMENT", "OTHER", "RECURRING", "UNSCHEDULED")],
];
export const agreementFlat: readonly Row[] = under("agreement", [
  ["amountVariability", variability],
  ["maximumAmountPerPayment", decimal()],
  ["minimumDaysBetweenPayments", integer(1, 9999)],
  ["numberOfPayments", integer(1, 999)],
  [
    "paymentFrequency",
    oneOf(
      "AD_HOC",
      "DAILY",
      "FORTNIGHTLY",
      "MONTHLY",
      "OTHER",
      "QUARTERLY",
      "TWICE_YEARLY",
      "WEEKLY",
      "YEARLY",
    ),
  ],
]);
/** Pay version 60. */
export const agreementRecurring: readonly Row[] = under("agreement.recurring", [
  ["amountVariability", variability],
  ["daysBetweenPayments", integer(1, 999)],
  ["numberOfPayments", integer(1, 9999)],
]);
/** Pay version 100. */
export const agreement100: readonly Row[] = under("agreement", [
  ["minimumAmountPerPayment", decimal()],
  ["customData", text(1, 2048)],
]);
