import { all, computed, group, list } from "../members/shape.ts";
import type { Kind } from "../members/shape.ts";
import { ADDRESS, RECIPIENT_ADDRESS, SHIPPING_ADDRESS } from "./addresses.ts";
import { SOURCE_OF_FUNDS } from "./source-of-funds.ts";

const TICKET = group({
  ...all("flag", "conjunctionTicketIndicator eTicket restricted"),
  ...all("text", "customerReference exchangedTicketNumber ticketNumber"),
  ...all("number", "totalFare totalFees totalTaxes"),
  issue: group(
    all("text", "address carrierCode carrierName city country date travelAgentCode travelAgentName"),
  ),
  taxOrFee: list({ amount: "number", type: "text" }),
});

const LEG = list({
  ...all(
    "text",
    "carrierCode conjunctionTicketNumber couponNumber departureAirport departureDate departureTime",
  ),
  ...all("text", "destinationAirport destinationArrivalDate destinationArrivalTime endorsementsRestrictions"),
  ...all("text", "exchangeTicketNumber fareBasis flightNumber travelClass"),
  ...all("number", "departureTax fare fees taxes"),
  stopoverPermitted: "flag",
});

/** Interface section 2.8. */
const AIRLINE = group({
  ...all("text", "bookingReference documentType planNumber transactionType"),
  itinerary: group({ ...all("text", "numberInParty originCountry"), leg: LEG }),
  passenger: list(all("text", "firstName frequentFlyerNumber lastName middleName specificInformation title")),
  ticket: TICKET,
});

const CRUISE = group({
  ...all(
    "text",
    "bookingReference departureDate returnDate shipName travelAgentCode travelAgentName travelPackageItems",
  ),
  company: group({ contact: group(all("text", "companyPhone customerServicePhone")) }),
  departurePort: group({ address: RECIPIENT_ADDRESS }),
  passenger: list(all("text", "firstName folioNumber lastName middleName title")),
});

/** Interface section 2.11. */
const POS_TERMINAL = group({
  address: ADDRESS,
  ...all(
    "text",
    "attended authorizationMethod cardPresenceCapability cardholderActivated entryMode inputCapability",
  ),
  ...all("text", "lane location onlineReasonCode panEntryMode pinEntryCapability serialNumber"),
  mobile: group({ cardInputDevice: "text" }),
  pinLengthCapability: "number",
  store: group(all("text", "id name")),
});

/** Who pays, from where, and where the goods go (interface section 2.5). */
const BILLING = group({ address: ADDRESS });

export const SHIPPING = group({
  address: SHIPPING_ADDRESS,
  contact: group(all("text", "email firstName lastName mobilePhone phone")),
  ...all("text", "firstName lastName method phone"),
  origin: group(all("text", "postcodeZip")),
});

const CUSTOMER = group({
  ...all(
    "text",
    "dateOfBirth email firstName lastName middleName mobilePhone nationalId phone taxRegistrationId",
  ),
  identification: group(all("text", "country type value")),
});

const DEVICE = group(all("text", "ani aniCallType browser fingerprint hostname ipAddress"));

/** Interface section 2.9; `customData` is the merchant's own text. */
const AGREEMENT = group({
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
const ACCOUNT_FUNDING = group({
  foreignExchangeFee: "number",
  ...all("text", "purpose purposeOfPayment senderType"),
  recipient: RECIPIENT,
  reference: "own",
  senderIsRecipient: "flag",
});

/** Interface section 2.14. */
const PAYMENT_PLAN = group({
  ...all("text", "externalPlanId planId"),
  ...all("number", "numberOfDeferrals numberOfPayments"),
  ...all("own", "finalAmount interestRate paymentAmount"),
});

/** Interface section 2.7; the authentication token comes back unaltered. */
const THREE_D_SECURE = group(
  all(
    "text",
    "acsEci authenticationStatus authenticationToken enrollmentStatus paResStatus veResEnrolled xid",
  ),
);

/** The later form of the 3-D Secure group. */
const AUTHENTICATION = group({
  "3ds": computed(all("text", "acsEci authenticationToken transactionId")),
  "3ds1": group(all("text", "paResStatus veResEnrolled")),
  "3ds2": computed(all("text", "dsTransactionId protocolVersion transactionStatus")),
  ...all("text", "channel purpose redirectResponseUrl transactionId"),
  version: "own",
});

/** Interface section 2.13, Disbursement; numbers of accounts and cards come back masked (assumption A99). */
const CREDIT_CARD_BILL_PAYMENT = group({
  paymentSender: group({
    address: ADDRESS,
    ...all("masked", "bankAccountNumber cardNumber"),
    ...all("text", "firstName lastName"),
  }),
});

/** Interface section 2.13, Initiate browser payment. */
const BROWSER_PAYMENT = group({
  interaction: computed(all("own", "status timeInitiated timeReturned")),
  redirectUrl: "own",
  ...all("text", "operation preferredLanguage returnUrl"),
  providerA: group({
    ...all("flag", "displayShippingAddress overrideShippingAddress"),
    ...all("text", "operation paymentConfirmation"),
  }),
});

const CURRENCY_CONVERSION = group({
  ...all("text", "exchangeRateTime payerCurrency provider providerReceipt requestId uptake"),
  ...all("number", "marginPercentage payerAmount payerExchangeRate"),
});

const ACTION = group({ refundAuthorization: "flag" });
const INITIATOR = group({ userId: "text" });

/**
 * Which requests a group is echoed from: `order`: all so far, the newest wins; `funds`: those since the newest
 * that brought its own source of funds; `transaction`: this one only (assumption A86).
 */
export type EchoScope = "order" | "funds" | "transaction";

/** Top-level members of requests that come back in answers (interface section 2.14). Nothing else does. */
export const ECHO_GROUPS: Readonly<Record<string, readonly [EchoScope, Kind]>> = {
  "3DSecure": ["funds", THREE_D_SECURE],
  "3DSecureId": ["funds", "text"],
  accountFunding: ["order", ACCOUNT_FUNDING],
  action: ["transaction", ACTION],
  agreement: ["order", AGREEMENT],
  airline: ["order", AIRLINE],
  authentication: ["funds", AUTHENTICATION],
  billing: ["order", BILLING],
  browserPayment: ["order", BROWSER_PAYMENT],
  creditCardBillPayment: ["order", CREDIT_CARD_BILL_PAYMENT],
  cruise: ["order", CRUISE],
  currencyConversion: ["order", CURRENCY_CONVERSION],
  customer: ["order", CUSTOMER],
  device: ["order", DEVICE],
  disbursementType: ["order", "text"],
  initiator: ["transaction", INITIATOR],
  partnerSolutionId: ["transaction", "text"],
  paymentPlan: ["order", PAYMENT_PLAN],
  posTerminal: ["order", POS_TERMINAL],
  shipping: ["order", SHIPPING],
  sourceOfFunds: ["funds", SOURCE_OF_FUNDS],
  userId: ["transaction", "text"],
};
