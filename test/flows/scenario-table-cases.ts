import { GATEWAY_CODES } from "../../server/domain/order/outcome.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { authorize, CARD, disbursement, pay, verify, withValue, withValues } from "../support/requests.ts";

/** A rule of the file (without id and order), the request of a new order, and members of the answer. */
export interface TableCase {
  readonly title: string;
  readonly rule: string;
  readonly body: JsonObject;
  readonly answer: Readonly<Record<string, unknown>>;
  readonly status?: number;
}

const CARD_PATH = "sourceOfFunds.provided.card";
const code = (gatewayCode: string): Readonly<Record<string, unknown>> => ({
  "response.gatewayCode": gatewayCode,
});
const hit = code("DECLINED");
const missed = code("APPROVED");

/** What every code of the live gateway is answered with. */
const CODES: readonly TableCase[] = Object.entries(GATEWAY_CODES).map(([name, meaning]) => ({
  title: `the outcome ${name}`,
  rule: `outcome: ${name}`,
  body: pay("10.00"),
  answer: {
    ...code(name),
    result: meaning.result,
    ...(meaning.acquirerCode === undefined ? {} : { "response.acquirerCode": meaning.acquirerCode }),
    "order.totalCapturedAmount": meaning.result === "SUCCESS" ? (name === "PARTIALLY_APPROVED" ? 5 : 10) : 0,
  },
}));

const matching = (title: string, when: string, body: JsonObject, isHit: boolean): TableCase => ({
  title: `${title}: ${isHit ? "it matches" : "it does not"}`,
  rule: `when: { ${when} }, outcome: DECLINED`,
  body,
  answer: isHit ? hit : missed,
});

const other = (path: string, value: string): JsonObject => withValue(pay("10.00"), path, value);

const MATCHES: readonly TableCase[] = [
  matching("an operation", "operation: [PAY, VERIFY]", verify(), true),
  matching("another operation", "operation: [PAY, VERIFY]", authorize(), false),
  matching("a version", "version: { min: 90 }", pay(), true),
  matching("a version below", "version: { max: 60 }", pay(), false),
  matching("a card", `card: "${CARD.number}"`, pay(), true),
  matching("another card", 'card: "4508750015741019"', pay(), false),
  matching("a start of cards", 'cardPrefix: "51234500"', pay(), true),
  matching("a range of cards", 'cardRange: { min: "512345", max: "512399" }', pay(), true),
  matching("a range of other cards", 'cardRange: { min: "400000", max: "499999" }', pay(), false),
  matching("a scheme", "scheme: MASTERCARD", pay(), true),
  matching("an expiry", 'expiry: "01/39"', pay(), true),
  matching("a security code", 'securityCode: "100"', pay(), true),
  matching("an amount of other digits", 'amount: "10"', pay("10.00"), true),
  matching("an amount in a range", 'amount: { min: "9.99", max: "10.01" }', pay("10.00"), true),
  matching("the last digits of an amount", 'amountEnds: "66"', pay("12.66"), true),
  matching("other last digits", 'amountEnds: "66"', pay("66.12"), false),
  matching("a currency", "currency: [EUR, USD]", pay(), true),
  matching("a street", 'street: "Elm St"', other("billing.address.street", "Elm St"), true),
  matching("a reference's start", 'referencePrefix: "TC-"', other("order.reference", "TC-1"), true),
  matching("a reference's form", 'referenceGlob: "TC-*-?"', other("order.reference", "TC-12-b"), true),
  matching("a transaction id", 'transaction: "1"', pay(), true),
  matching("no session", "session: false", pay(), true),
  matching("no token", "token: true", pay(), false),
  matching("a first attempt", "attempt: 1", pay(), true),
  matching("a new order", "orderStatus: NEW", pay(), true),
  matching(
    "a member",
    'request: { customer.email: "a@b.example" }',
    other("customer.email", "a@b.example"),
    true,
  ),
  matching("a member that is there", "request: { customer.email: { exists: true } }", pay(), false),
  matching(
    "a member's pattern",
    'request: { order.custom.lane: { pattern: "^[AB][0-9]$" } }',
    other("order.custom.lane", "B7"),
    true,
  ),
  matching("the clock", 'clock: { from: "10:00", to: "11:00" }', pay(), true),
  matching("another time", 'clock: { from: "11:00", to: "10:00" }', pay(), false),
];

const ANSWERS: readonly TableCase[] = [
  {
    title: "an acquirer's code and message",
    rule: 'outcome: DECLINED, acquirerCode: "14", acquirerMessage: No such card',
    body: pay(),
    answer: { "response.acquirerCode": "14", "response.acquirerMessage": "No such card" },
  },
  {
    title: "a security code's result",
    rule: "outcome: APPROVED, securityCodeResult: NO_MATCH",
    body: withValue(pay(), `${CARD_PATH}.securityCode`, undefined),
    answer: { "response.cardSecurityCode.gatewayCode": "NO_MATCH" },
  },
  {
    title: "an address result",
    rule: "outcome: APPROVED, addressResult: ZIP_MATCH",
    body: pay(),
    answer: { "response.cardholderVerification.avs.gatewayCode": "ZIP_MATCH" },
  },
  {
    title: "a rejected risk",
    rule: "outcome: BLOCKED, risk: REJECT",
    body: pay(),
    answer: { "risk.response.gatewayCode": "REJECTED" },
  },
  {
    title: "an amount approved in part",
    rule: 'outcome: PARTIALLY_APPROVED, approvedAmount: "3.33"',
    body: authorize("10.00"),
    answer: { "order.totalAuthorizedAmount": 3.33, "transaction.amount": 10, result: "SUCCESS" },
  },
  {
    title: "more members",
    rule: 'outcome: APPROVED, response: { order: { statementDescriptor: { name: "Shop" } } }',
    body: pay(),
    answer: { "order.statementDescriptor.name": "Shop" },
  },
  {
    title: "a declined disbursement",
    rule: "when: { operation: DISBURSEMENT }, outcome: INSUFFICIENT_FUNDS",
    body: disbursement("10.00"),
    answer: { ...code("INSUFFICIENT_FUNDS"), result: "FAILURE" },
  },
  {
    title: "a busy gateway",
    rule: "fault: { at: before-commit, kind: server-busy }",
    body: pay(),
    answer: { "error.cause": "SERVER_BUSY", result: "ERROR" },
    status: 503,
  },
  {
    title: "a failed gateway that has stored",
    rule: "outcome: APPROVED, fault: { at: after-commit, kind: server-failed }",
    body: pay(),
    answer: { "error.cause": "SERVER_FAILED", result: "ERROR" },
    status: 500,
  },
  {
    title: "the first step of a sequence",
    rule: "outcomes: [REFERRED, APPROVED]",
    body: pay(),
    answer: code("REFERRED"),
  },
  {
    title: "what always happens",
    rule: "chance: 1, outcome: DECLINED",
    body: withValues(pay(), { "order.reference": "x" }),
    answer: hit,
  },
];

export const TABLE_CASES: readonly TableCase[] = [...CODES, ...MATCHES, ...ANSWERS];
