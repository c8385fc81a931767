import type { JsonObject } from "../../server/domain/json.ts";
import type { ValidationType } from "../../server/domain/record/refusal.ts";
import { acsResult, check } from "./enrollment-client.ts";

const CARD = "5123450000000008";
const NUMBER = "sourceOfFunds.provided.card.number";
const RESPONSE_URL = "3DSecure.authenticationRedirect.responseUrl";
const SIMPLE = { "3DSecure.authenticationRedirect.pageGenerationMode": "SIMPLE" };

/** One refusal of CHECK_3DS_ENROLLMENT or PROCESS_ACS_RESULT. */
export interface EnrollmentCase {
  readonly refuses: string;
  /** The rule's id in the exchange. */
  readonly rule: string;
  readonly operation: "CHECK_3DS_ENROLLMENT" | "PROCESS_ACS_RESULT";
  /** Checks under the same id that went before. */
  readonly before?: JsonObject;
  readonly merchant?: string;
  readonly body: JsonObject;
  readonly field: string;
  readonly type: ValidationType;
  readonly says: string;
}

const CHECKS: readonly Omit<EnrollmentCase, "operation">[] = [
  {
    refuses: "a check in a currency that does not exist",
    rule: "currency-accepted",
    body: check(CARD, { "order.currency": "ZZZ" }),
    field: "order.currency",
    type: "INVALID",
    says: "It is not an ISO 4217 currency code",
  },
  {
    refuses: "a check of an amount with too many decimals",
    rule: "decimals-of-currency",
    body: check(CARD, { "order.amount": "1.001" }),
    field: "order.amount",
    type: "INVALID",
    says: "Too many decimal places specified",
  },
  {
    refuses: "a check of no money",
    rule: "amount-above-zero",
    body: check(CARD, { "order.amount": "0.00" }),
    field: "order.amount",
    type: "INVALID",
    says: "Value '0.00' is invalid",
  },
  {
    refuses: "a check that wants the form made and names no way back",
    rule: "response-url-for-form",
    body: check(CARD, { ...SIMPLE, [RESPONSE_URL]: undefined }),
    field: RESPONSE_URL,
    type: "MISSING",
    says: "The payer's browser comes back to it",
  },
  {
    refuses: "a payer's way back over http where the merchant demands https",
    rule: "response-url-is-https",
    merchant: "SECURE",
    body: check(CARD, { [RESPONSE_URL]: "http://127.0.0.1:3000/back" }),
    field: RESPONSE_URL,
    type: "INVALID",
    says: "It must begin with https",
  },
  {
    refuses: "a check of funds that are no card",
    rule: "funds-are-card",
    body: check(CARD, { "sourceOfFunds.type": "SCHEME_TOKEN" }),
    field: "sourceOfFunds.type",
    type: "INVALID",
    says: "it supports CARD",
  },
  {
    refuses: "a check of a card without its expiry",
    rule: "card-complete",
    body: check(CARD, { "sourceOfFunds.provided.card.expiry": undefined }),
    field: "sourceOfFunds.provided.card.expiry",
    type: "MISSING",
    says: "The card details are incomplete",
  },
  {
    refuses: "a check of a card with a security code of four digits",
    rule: "security-code-length",
    body: check(CARD, { "sourceOfFunds.provided.card.securityCode": "1000" }),
    field: "sourceOfFunds.provided.card.securityCode",
    type: "INVALID",
    says: "Invalid secure code length",
  },
  {
    refuses: "a check of a card that the merchant does not take",
    rule: "card-type-accepted",
    merchant: "LIMITED",
    body: check("371881733404002"),
    field: NUMBER,
    type: "INVALID",
    says: "The merchant accepts only cards of MASTERCARD, VISA",
  },
];

const RESULTS: readonly Omit<EnrollmentCase, "operation">[] = [
  {
    refuses: "a result for a card that nobody has checked",
    rule: "checked-before",
    body: acsResult("QUFBQQ=="),
    field: "3DSecureId",
    type: "INVALID",
    says: "No check has been performed for this merchant and 3D Secure Id.",
  },
  {
    refuses: "a result for a card that is not enrolled",
    rule: "payer-was-asked",
    before: check("5105105105105100"),
    body: acsResult("QUFBQQ=="),
    field: "3DSecureId",
    type: "INVALID",
    says: "The card is not enrolled, so that its issuer has asked nobody",
  },
  {
    refuses: "a result that the issuer has not given",
    rule: "acs-result-genuine",
    before: check(CARD),
    body: acsResult("QUFBQQ=="),
    field: "3DSecure.paRes",
    type: "INVALID",
    says: "It is not the result that the issuer's page gave for this 3DSecureId",
  },
];

/** Another result than the first is refused in a story of its own, as only a payer can bring one. */
export const ENROLLMENT_CASES: readonly EnrollmentCase[] = [
  ...CHECKS.map((it) => ({ ...it, operation: "CHECK_3DS_ENROLLMENT" as const })),
  ...RESULTS.map((it) => ({ ...it, operation: "PROCESS_ACS_RESULT" as const })),
];
