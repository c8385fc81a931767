import { all, group } from "../members/shape.ts";
import { RECIPIENT_ADDRESS } from "./addresses.ts";

/** Interface section 2.9; `customData` is the merchant's own text. */
export const AGREEMENT = group({
  ...all("text", "amountVariability customData expiryDate id paymentFrequency startDate type"),
  ...all(
    "number",
    "maximumAmountPerPayment minimumAmountPerPayment minimumDaysBetweenPayments numberOfPayments",
  ),
  recurring: group({ amountVariability: "text", ...all("number", "daysBetweenPayments numberOfPayments") }),
  retailer: group(all("text", "abbreviatedTradingName merchantCategoryCode tradingName")),
});

const RECIPIENT = group({
  account: group({ ...all("text", "fundingMethod identifierType"), identifier: "masked" }),
  address: RECIPIENT_ADDRESS,
  ...all("text", "country dateOfBirth firstName lastName middleName postCodeZip stateProvinceCode"),
  identification: group(all("text", "country type value")),
});

/** Interface section 2.12. */
export const ACCOUNT_FUNDING = group({
  foreignExchangeFee: "number",
  ...all("text", "purpose purposeOfPayment senderType"),
  recipient: RECIPIENT,
  reference: "own",
  senderIsRecipient: "flag",
});

/** Interface section 2.14. */
export const PAYMENT_PLAN = group({
  ...all("text", "externalPlanId planId"),
  ...all("number", "numberOfDeferrals numberOfPayments"),
  ...all("own", "finalAmount interestRate paymentAmount"),
});
