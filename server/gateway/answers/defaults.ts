import { schemeOf } from "../../domain/card.ts";
import type { Scheme } from "../../domain/card.ts";
import { CARD } from "../../domain/card-details.ts";
import { isObject, textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { browserPaymentOf } from "./browser-payment.ts";
import { fundingReferenceOf } from "./acquirer-data.ts";
import { newestText, sourceOf } from "./history.ts";
import type { History } from "./history.ts";
import { issuerOf } from "./issuers.ts";
import type { Members } from "./members.ts";

const AGREEMENT: JsonObject = { type: "OTHER" };
const CURRENCY_CONVERSION: JsonObject = { uptake: "NOT_REQUIRED" };
const CUSTOMER: JsonObject = { identification: { type: "OTHER" } };

/** What is added to a group. */
export type Default = (history: History, has: Members) => JsonObject | undefined;

/**
 * Values that echoed groups have when no request says otherwise: the specification's defaults, and what the
 * gateway adds. They only show in groups that were sent (assumption A96).
 */
export const DEFAULTS: Readonly<Record<string, Default>> = {
  "3DSecure": (history, has) => (has["3DSecure.enrollmentStatus"] ? threeDSecure(history) : undefined),
  accountFunding,
  agreement: (_, has) => (has["agreement.type"] ? AGREEMENT : undefined),
  browserPayment: ({ order }) => browserPaymentOf(order),
  currencyConversion: () => CURRENCY_CONVERSION,
  customer: () => CUSTOMER,
  paymentPlan,
  sourceOfFunds,
};

/** Interface section 2.12. */
function accountFunding({ order }: History, has: Members): JsonObject | undefined {
  const first = order.transactions.find((it) => isObject(it.request["accountFunding"]));
  if (first === undefined) return undefined;
  return {
    purpose: "OTHER",
    purposeOfPayment: has["accountFunding.purposeOfPayment"] ? "ISOTHR" : undefined,
    recipient: {
      account: { fundingMethod: "UNKNOWN", identifierType: "OTHER" },
      identification: { type: "OTHER" },
    },
    reference: fundingReferenceOf(first),
    senderIsRecipient: false,
  };
}

/**
 * Members that the group always has (interface section 2.14): one payment without deferral, by the name that the
 * plan has elsewhere. No plan of the sandbox has amounts and interest (assumption A44).
 */
function paymentPlan({ requests }: History): JsonObject {
  const planId = newestText(requests.order, "paymentPlan", "externalPlanId");
  return { numberOfDeferrals: 0, numberOfPayments: 1, planId };
}

/** Funding methods by scheme; the card's own cannot be known (assumption A95). */
const FUNDING_METHODS: Readonly<Record<Scheme, string>> = {
  AMEX: "CHARGE",
  DINERS_CLUB: "CHARGE",
  DISCOVER: "CREDIT",
  JCB: "CREDIT",
  MAESTRO: "DEBIT",
  MASTERCARD: "CREDIT",
  OTHER: "UNKNOWN",
  UATP: "CHARGE",
  UNIONPAY: "CREDIT",
  VISA: "CREDIT",
};

function sourceOfFunds(history: History, has: Members): JsonObject | undefined {
  const card = newestCard(history.requests.funds);
  if (card === undefined) return undefined;
  const { brand, fundingMethod, issuer, scheme } = cardFacts(textAt(card, "number"));
  const storedOnFile = has["sourceOfFunds.provided.card.storedOnFile"] ? storedBy(history) : undefined;
  return { provided: { card: { brand, fundingMethod, issuer, scheme, storedOnFile } }, type: "CARD" };
}

function storedBy(history: History): string {
  return sourceOf(history) === "MERCHANT" ? "STORED" : "NOT_STORED";
}

function newestCard(requests: readonly JsonObject[]): JsonObject | undefined {
  for (const request of requests) {
    const card = valueAt(request, CARD);
    if (isObject(card)) return card;
  }
  return undefined;
}

/** What a card's number tells; schemes are told by leading digits and length, which the masked number still has. */
export function cardFacts(maskedNumber: string | undefined): JsonObject {
  if (maskedNumber === undefined) return {};
  const scheme = schemeOf(maskedNumber.replaceAll("x", "0"));
  return { brand: scheme, fundingMethod: FUNDING_METHODS[scheme], issuer: issuerOf(maskedNumber), scheme };
}

const ENROLLMENT_BY_LETTER: Readonly<Record<string, string>> = { N: "NOT_ENROLLED", Y: "ENROLLED" };

/** enrollmentStatus is always answered (interface section 2.7); told by the directory server's letter if need be. */
function threeDSecure({ requests }: History): JsonObject {
  const letter = newestText(requests.funds, "3DSecure", "veResEnrolled") ?? "U";
  return { enrollmentStatus: ENROLLMENT_BY_LETTER[letter] ?? "ENROLLMENT_STATUS_UNDETERMINED" };
}
