import type { JsonObject } from "../../server/domain/json.ts";
import type { ValidationType } from "../../server/domain/record/refusal.ts";
import { assessment, cardBalance, giftCard, information } from "../support/card-requests.ts";
import { CARD, withValue, withValues } from "../support/requests.ts";

/** One refusal of a balance or payment options inquiry or, when it has an id, of a risk assessment. */
export interface CardRequestCase {
  readonly refuses: string;
  /** The rule's id in the exchange; "" when the contract or the path refuses. */
  readonly rule: string;
  readonly operation: "BALANCE_INQUIRY" | "CREATE_OR_UPDATE_RISK_ASSESSMENT" | "PAYMENT_OPTIONS_INQUIRY";
  /** 100 unless said otherwise. */
  readonly version?: number;
  /** Of the risk assessment. */
  readonly id?: string;
  /** Sent before, under the same id. */
  readonly before?: JsonObject;
  readonly body: JsonObject;
  readonly field: string;
  readonly type: ValidationType;
  readonly says: string;
}

const CARD_PATH = "sourceOfFunds.provided.card";
const GIFT_PATH = "sourceOfFunds.provided.giftCard";
const REJECTED = withValue(assessment(), "billing.address.street", "Rejected St");

const BALANCES: readonly CardRequestCase[] = [
  {
    refuses: "an inquiry in a currency that does not exist",
    rule: "currency-accepted",
    body: giftCard("6035710000002501", "ZZZ"),
    field: "order.currency",
    type: "INVALID",
    says: "Value 'ZZZ' is invalid. It is not an ISO 4217 currency code",
  },
  {
    refuses: "an inquiry about a card and a gift card at once",
    rule: "one-card",
    body: withValue(cardBalance(CARD.number), GIFT_PATH, { number: "6035710000002501" }),
    field: GIFT_PATH,
    type: "UNSUPPORTED",
    says: `Unexpected parameter '${GIFT_PATH}'. The request already has a card`,
  },
  {
    refuses: "an inquiry without a card number",
    rule: "card-number-given",
    body: withValue(cardBalance(CARD.number), "sourceOfFunds.provided", undefined),
    field: `${CARD_PATH}.number`,
    type: "MISSING",
    says: `Missing parameter '${CARD_PATH}.number'. The card details are incomplete`,
  },
  {
    refuses: "an inquiry about a gift card without its number",
    rule: "card-number-given",
    body: withValue(giftCard("6035710000002501"), GIFT_PATH, { pin: "1234" }),
    field: `${GIFT_PATH}.number`,
    type: "MISSING",
    says: `Missing parameter '${GIFT_PATH}.number'`,
  },
  {
    refuses: "an inquiry whose track is of another card",
    rule: "tracks-agree",
    body: withValue(cardBalance(CARD.number), `${CARD_PATH}.track2`, ";4508750015741019=39011011234?"),
    field: `${CARD_PATH}.track2`,
    type: "INVALID",
    says: "The track must match the card number and expiry of the request",
  },
  {
    refuses: "an inquiry about a session that there is not",
    rule: "session-known",
    body: { ...cardBalance(CARD.number), session: { id: "SESSION0002411702239G42317712I7" } },
    field: "session.id",
    type: "INVALID",
    says: "Session not found",
  },
  {
    refuses: "an inquiry with a member that there is not",
    rule: "",
    body: { ...cardBalance(CARD.number), apiOperation: "BALANCE_INQUIRY" },
    field: "apiOperation",
    type: "UNSUPPORTED",
    says: "Unexpected parameter 'apiOperation'",
  },
].map((it) => ({ ...it, operation: "BALANCE_INQUIRY" }) as CardRequestCase);

const RISKS: readonly CardRequestCase[] = [
  {
    refuses: "an id with a character that ids do not have",
    rule: "",
    id: "risk/1",
    body: assessment(),
    field: "id",
    type: "INVALID",
    says: "Value 'risk/1' is invalid. It may contain only letters, digits, spaces, and - _ & + ! $ % .",
  },
  {
    refuses: "an id of more than 40 characters",
    rule: "",
    id: "r".repeat(41),
    body: assessment(),
    field: "id",
    type: "INVALID",
    says: "Length is 41 characters, but must be less than 41",
  },
  {
    refuses: "an assessment whose result was FAILURE to be updated",
    rule: "risk-assessment-open",
    before: REJECTED,
    body: assessment(),
    field: "id",
    type: "INVALID",
    says: "a new risk assessment id must be used",
  },
  {
    refuses: "the outcome of a payment that is to be assessed",
    rule: "processing-response-with-information",
    body: { ...information(), requestAction: "RISK_ASSESSMENT" },
    field: "transactionProcessingResponse",
    type: "UNSUPPORTED",
    says: "It is allowed only with requestAction INFORMATION_ONLY",
  },
  {
    refuses: "information that says nothing",
    rule: "processing-response-with-information",
    body: { ...assessment(), requestAction: "INFORMATION_ONLY" },
    field: "transactionProcessingResponse",
    type: "MISSING",
    says: "Missing parameter 'transactionProcessingResponse'",
  },
  {
    refuses: "an assessment in a currency that does not exist",
    rule: "currency-accepted",
    body: withValue(assessment(), "order.currency", "ZZZ"),
    field: "order.currency",
    type: "INVALID",
    says: "It is not an ISO 4217 currency code",
  },
  {
    refuses: "an assessment of a card without a number",
    rule: "card-number-given",
    body: withValue(assessment(), `${CARD_PATH}.number`, undefined),
    field: `${CARD_PATH}.number`,
    type: "MISSING",
    says: "The card details are incomplete",
  },
  {
    refuses: "an assessment with chip data that is none",
    rule: "chip-data-permitted",
    body: withValue(assessment(), `${CARD_PATH}.emvRequest`, "9F"),
    field: `${CARD_PATH}.emvRequest`,
    type: "INVALID",
    says: "emvRequest",
  },
  {
    refuses: "a card number in an agreement's own text",
    rule: "no-sensitive-data",
    body: withValues(assessment(), { "agreement.id": "A-1", "agreement.customData": `pan ${CARD.number}` }),
    field: "agreement.customData",
    type: "INVALID",
    says: "sensitive data is rejected here",
  },
  ...[74, 100].flatMap((version) => [
    {
      refuses: `an assessment of version ${version} under a recurring agreement without its variability`,
      rule: "amount-variability-given",
      version,
      body: withValue(assessment(), "agreement", { id: "A-1", type: "RECURRING" }),
      field: "agreement.amountVariability",
      type: "MISSING",
      says: "A recurring agreement needs it",
    },
    {
      refuses: `an assessment of version ${version} of a payment of a series without the agreement's id`,
      rule: "agreement-id-given",
      version,
      body: withValue(assessment(), "agreement", { type: "INSTALLMENT" }),
      field: "agreement.id",
      type: "MISSING",
      says: "A payment of type INSTALLMENT requires it",
    },
  ]),
  {
    refuses: "an assessment under an agreement whose maximum is below its minimum",
    rule: "amounts-of-agreement",
    body: withValue(assessment(), "agreement", {
      id: "A-1",
      maximumAmountPerPayment: "1.00",
      minimumAmountPerPayment: "2.00",
    }),
    field: "agreement.maximumAmountPerPayment",
    type: "INVALID",
    says: "It must not be less than the minimum",
  },
  {
    refuses: "an assessment under an agreement that started in the past",
    rule: "agreement-starts-later",
    body: withValue(assessment(), "agreement", { id: "A-1", startDate: "2001-01-01" }),
    field: "agreement.startDate",
    type: "INVALID",
    says: "It is in the past",
  },
  {
    refuses: "another action",
    rule: "",
    body: { ...assessment(), requestAction: "ASSESS" },
    field: "requestAction",
    type: "INVALID",
    says: "Value 'ASSESS' is invalid",
  },
].map((it) => ({ ...it, operation: "CREATE_OR_UPDATE_RISK_ASSESSMENT" }) as CardRequestCase);

const OPTIONS: readonly CardRequestCase[] = [
  {
    operation: "PAYMENT_OPTIONS_INQUIRY",
    refuses: "an inquiry about a currency that does not exist",
    rule: "currency-known",
    body: { order: { currency: "ZZZ" } },
    field: "order.currency",
    type: "INVALID",
    says: "It is not an ISO 4217 currency code",
  },
];

export const CARD_REQUEST_CASES: readonly CardRequestCase[] = [...BALANCES, ...RISKS, ...OPTIONS];
