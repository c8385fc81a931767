import { schemeOf } from "../../domain/card.ts";
import type { Scheme } from "../../domain/card.ts";
import { CARD } from "../../domain/card-details.ts";
import { isObject, textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { browserPaymentOf } from "./browser-payment.ts";
import { acquirerDataOf } from "./acquirer-data.ts";
import { sourceOf } from "./history.ts";
import type { History } from "./history.ts";
import { issuerOf } from "./issuers.ts";
import type { Members } from "./members.ts";

const AGREEMENT: JsonObject = { type: "OTHER" };
const CURRENCY_CONVERSION: JsonObject = { uptake: "NOT_REQUIRED" };
const CUSTOMER: JsonObject = { identification: { type: "OTHER" } };

/**
 * Values that echoed groups have when no request says otherwise: the specification's defaults, and what the
 * gateway adds. They only show in groups that were sent (assumption A96).
 */
export function ownMembersOfGroups(history: History, has: Members): JsonObject {
  return {
    "3DSecure": has.has("3DSecure.enrollmentStatus") ? threeDSecure(history) : undefined,
    accountFunding: accountFunding(history, has),
    agreement: has.has("agreement.type") ? AGREEMENT : undefined,
    browserPayment: browserPaymentOf(history.order),
    currencyConversion: CURRENCY_CONVERSION,
    customer: CUSTOMER,
    paymentPlan: paymentPlan(history),
    sourceOfFunds: sourceOfFunds(history, has),
  };
}

/** Interface section 2.12. */
function accountFunding({ order }: History, has: Members): JsonObject | undefined {
  const first = order.transactions.find((it) => isObject(it.request["accountFunding"]));
  if (first === undefined) return undefined;
  return {
    purpose: "OTHER",
    purposeOfPayment: has.has("accountFunding.purposeOfPayment") ? "ISOTHR" : undefined,
    recipient: {
      account: { fundingMethod: "UNKNOWN", identifierType: "OTHER" },
      identification: { type: "OTHER" },
    },
    reference: acquirerDataOf(first).fundingReference,
    senderIsRecipient: false,
  };
}

/**
 * Members that the group always has (interface section 2.14): one payment without deferral, by the name that the
 * plan has elsewhere. No plan of the sandbox has amounts and interest (assumption A44).
 */
function paymentPlan({ requests }: History): JsonObject {
  const names = requests.order.map((it) => textAt(it, "paymentPlan.externalPlanId"));
  return { numberOfDeferrals: 0, numberOfPayments: 1, planId: names.find((it) => it !== undefined) };
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
  const card = history.requests.funds.map((it) => valueAt(it, CARD)).find(isObject);
  if (card === undefined) return undefined;
  const stored = sourceOf(history) === "MERCHANT" ? "STORED" : "NOT_STORED";
  const storedOnFile = has.has("sourceOfFunds.provided.card.storedOnFile") ? stored : undefined;
  return { provided: { card: { storedOnFile, ...cardFacts(textAt(card, "number")) } }, type: "CARD" };
}

/** What a card's number tells; schemes are told by leading digits and length, which the masked number still has. */
export function cardFacts(maskedNumber: string | undefined): JsonObject {
  if (maskedNumber === undefined) return {};
  const scheme = schemeOf(maskedNumber.replaceAll("x", "0"));
  return { brand: scheme, fundingMethod: FUNDING_METHODS[scheme], issuer: issuerOf(maskedNumber), scheme };
}

const ENROLLMENT_BY_LETTER: Readonly<Record<string, string>> = { N: "NOT_ENROLLED", Y: "ENROLLED" };

/** enrollmentStatus is always answered (interface section 2.7); told by the directory server's letter if need be. */
function threeDSecure({ requests }: History): JsonObject | undefined {
  const groups = requests.funds.map((it) => it["3DSecure"]).filter(isObject);
  if (groups.length === 0) return undefined;
  const letter = groups.map((it) => textAt(it, "veResEnrolled")).find((it) => it !== undefined) ?? "U";
  return { enrollmentStatus: ENROLLMENT_BY_LETTER[letter] ?? "ENROLLMENT_STATUS_UNDETERMINED" };
}
