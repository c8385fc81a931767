import { CARD } from "../../domain/card/card-details.ts";
import { FUNDING_METHODS, issuerAmong, schemeOfMasked } from "../../domain/card/card-scheme.ts";
import { currencyDecimals } from "../../domain/currency.ts";
import { isObject, textAt, valueAt } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { ENROLLMENT_STATUS } from "../../domain/order/enrollment.ts";
import { add, roundedPercentOf, toNumber } from "../../domain/money.ts";
import type { Amount } from "../../domain/money.ts";
import { repeatedAuthentication } from "./groups/used-authentication.ts";
import { browserPaymentOf } from "./groups/browser-payment.ts";
import { newestText, sourceOf } from "./history.ts";
import type { History, Profile } from "./history.ts";
import { fundingReferenceOf } from "./made-up/acquirer-data.ts";
import { issuerNames } from "./made-up/issuer-names.ts";
import type { Members } from "./members/members.ts";

const AGREEMENT: JsonObject = { type: "OTHER" };
const CURRENCY_CONVERSION: JsonObject = { uptake: "NOT_REQUIRED" };
const CUSTOMER: JsonObject = { identification: { type: "OTHER" } };

/** What an answer is made of. */
export interface AnswerContext {
  readonly history: History;
  readonly has: Members;
  readonly merchant: Profile;
  /** What was echoed for other answers in the same one: of the order's transactions, in one version. */
  readonly echoes?: Echoes | undefined;
}

/** Groups by their names, with what they were made of. */
export type Echoes = Map<string, Echo>;

export interface Echo {
  /** The groups of that name in requests, the newest first. */
  readonly groups: readonly JsonObject[];
  readonly own: JsonObject | undefined;
  readonly value: Json | undefined;
}

/** What is added to a group. */
export type Default = (context: AnswerContext) => JsonObject | undefined;

/**
 * Values that echoed groups have when no request says otherwise: the specification's defaults, and what the
 * gateway adds. They only show in groups that were sent (assumption A96).
 */
export const DEFAULTS: Readonly<Record<string, Default>> = {
  "3DSecure": ({ history, has }) => (has["3DSecure.enrollmentStatus"] ? threeDSecure(history) : undefined),
  accountFunding,
  agreement: ({ has }) => (has["agreement.type"] ? AGREEMENT : undefined),
  authentication: ({ history }) => repeatedAuthentication(history),
  browserPayment: ({ history }) => browserPaymentOf(history.order),
  currencyConversion: () => CURRENCY_CONVERSION,
  customer: () => CUSTOMER,
  paymentPlan,
  sourceOfFunds,
};

/** Interface section 2.12. */
function accountFunding({ history: { order, requests }, has }: AnswerContext): JsonObject | undefined {
  const first = order.transactions.find((it) => isObject(it.request["accountFunding"]));
  if (first === undefined) return undefined;
  const recipient = requests.order.map((it) => valueAt(it, "accountFunding.recipient")).find(isObject);
  return {
    purpose: "OTHER",
    purposeOfPayment: has["accountFunding.purposeOfPayment"] ? "ISOTHR" : undefined,
    recipient: {
      account: { fundingMethod: "UNKNOWN", identifierType: "OTHER" },
      identification: { type: "OTHER" },
      ...flatRecipient(recipient ?? {}),
    },
    reference: fundingReferenceOf(first),
    senderIsRecipient: false,
  };
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The older form of a recipient, which answers of versions 67 to 99 have in the place of the newer groups. */
function flatRecipient(recipient: JsonObject): JsonObject {
  const { address, identification } = recipient;
  const born =
    isObject(identification) && identification["type"] === "DATE_OF_BIRTH" ? identification["value"] : "";
  const { country, postCodeZip, stateProvinceCode } = isObject(address) ? address : {};
  const dateOfBirth = typeof born === "string" && DATE.test(born) ? born : undefined;
  return { country, dateOfBirth, postCodeZip, stateProvinceCode };
}

/** Interface section 2.14: the largest amount of a payment plan. */
const PLAN_AMOUNT_MAX = 2_140_000_000;

/**
 * Members that the group always has (interface section 2.14), and those that a plan with interest computes: equal payments
 * of what the transaction with the plan is worth and the merchant's interest on it (assumption A251).
 */
function paymentPlan({ history: { order, requests }, merchant }: AnswerContext): JsonObject {
  const planId = newestText(requests.order, "paymentPlan", "externalPlanId") ?? "SANDBOX_PLAN";
  const always = { numberOfDeferrals: 0, numberOfPayments: 1, planId };
  const planned = order.transactions.findLast(({ request }) => isObject(request["paymentPlan"]));
  if (planned === undefined || planned.amount <= 0) return always;
  const number = valueAt(planned.request, "paymentPlan.numberOfPayments");
  const payments = typeof number === "number" && number >= 1 ? number : always.numberOfPayments;
  const interestRate = merchant.paymentPlanInterestPercent;
  const decimals = currencyDecimals(planned.currency);
  const final = add(planned.amount, roundedPercentOf(planned.amount, interestRate, decimals));
  const step = 10 ** (3 - decimals);
  const payment = Math.ceil(final / payments / step) * step;
  const amounts = { finalAmount: toNumber(final), paymentAmount: toNumber(payment as Amount) };
  return amounts.finalAmount > PLAN_AMOUNT_MAX ? always : { ...always, ...amounts, interestRate };
}

function sourceOfFunds({ history, has }: AnswerContext): JsonObject | undefined {
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

/** What a card's number tells. */
export function cardFacts(maskedNumber: string | undefined): JsonObject {
  if (maskedNumber === undefined) return {};
  const scheme = schemeOfMasked(maskedNumber);
  return { brand: scheme, fundingMethod: FUNDING_METHODS[scheme], issuer: issuerOf(maskedNumber), scheme };
}

const ENROLLMENT_BY_LETTER: Readonly<Record<string, string>> = ENROLLMENT_STATUS;

/** enrollmentStatus is always answered (interface section 2.7); told by the directory server's letter if need be. */
function threeDSecure({ requests }: History): JsonObject {
  const letter = newestText(requests.funds, "3DSecure", "veResEnrolled") ?? "U";
  return { enrollmentStatus: ENROLLMENT_BY_LETTER[letter] ?? ENROLLMENT_STATUS.U };
}

/** The made-up bank behind a masked card number. */
export function issuerOf(maskedNumber: string): string {
  return issuerAmong(issuerNames, maskedNumber) ?? "Unknown Bank";
}
