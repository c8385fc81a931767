import type { JsonObject } from "../../../server/domain/json.ts";
import { authenticate, initiate, payWith } from "../../authentication/calls.ts";
import {
  authorize,
  capture,
  disbursement,
  pay,
  refund,
  update,
  verify,
  voidOf,
  withValue,
  withValues,
} from "../../support/requests.ts";

const FRICTIONLESS = "5123456789012346";
const CHALLENGED = "5123450000000008";
const REJECTED = "5506900140100503";
const UNAVAILABLE = "5123459999998221";
const UNKNOWN = "4111111111111111";
const MADE_ELSEWHERE = "authentication.3ds2.transactionStatus";
const TOKEN = "kHyn+7YFi1EUAREAAAAvNUe6Hv8=";

/** One request: a transaction, or a retrieve when it has no body. */
export interface Step {
  readonly order: string;
  readonly transaction?: string;
  readonly version?: number;
  readonly body?: JsonObject;
}

export interface Traffic {
  readonly what: string;
  /** Rules that are armed before. */
  readonly armed?: readonly JsonObject[];
  /** For so many requests; 1 when left out. */
  readonly times?: number;
  readonly steps: readonly Step[];
  /** The rules that something is remarked on. */
  readonly broken: readonly string[];
}

const named = (reference: string, amount = "10.00"): JsonObject =>
  withValue(pay(amount), "order.reference", reference);
const lost = (operation: string, at = "after-commit"): JsonObject => ({
  when: { operation },
  fault: { at, kind: "reset" },
});
const decline: JsonObject = { when: { operation: "PAY" }, outcome: "DECLINED" };
const busy: JsonObject = {
  when: { operation: "PAY" },
  fault: { at: "before-commit", kind: "server-busy" },
};
const OTHER_CARD = { "sourceOfFunds.provided.card.number": "4508750015741019" };
const again = (count: number, step: (index: number) => Step): readonly Step[] =>
  Array.from({ length: count }, (_, index) => step(index));

const FIRST_TRY: readonly Step[] = [
  { order: "a", transaction: "first", body: initiate(FRICTIONLESS) },
  { order: "a", transaction: "first", body: authenticate(FRICTIONLESS) },
  { order: "a", transaction: "1", body: payWith(FRICTIONLESS, "first", { "order.reference": "A" }) },
];

/** What must not be remarked on, and beside it what is nearly the same and must be. */
export const TRAFFIC: readonly Traffic[] = [
  {
    what: "two purchases of the same amount by the same card, each with its reference",
    steps: [
      { order: "a", transaction: "1", body: named("A") },
      { order: "b", transaction: "1", body: named("B") },
    ],
    broken: [],
  },
  {
    what: "one purchase under two orders",
    steps: [
      { order: "a", transaction: "1", body: named("A") },
      { order: "b", transaction: "1", body: named("A") },
    ],
    broken: ["double-charge"],
  },
  {
    what: "one purchase under two orders, the amount written otherwise",
    steps: [
      { order: "a", transaction: "1", body: named("A", "10.50") },
      { order: "b", transaction: "1", body: named("A", "10.5") },
    ],
    broken: ["double-charge"],
  },
  {
    what: "one purchase authorized under one order and paid under another, by another card",
    steps: [
      { order: "a", transaction: "1", body: { ...named("A"), apiOperation: "AUTHORIZE" } },
      { order: "b", transaction: "1", body: withValues(named("A"), OTHER_CARD) },
    ],
    broken: ["double-charge"],
  },
  {
    what: "parts of one purchase",
    steps: [
      { order: "a", transaction: "1", body: named("A", "4.00") },
      { order: "b", transaction: "1", body: named("A", "6.00") },
    ],
    broken: [],
  },
  {
    what: "a purchase that was voided before it was charged anew",
    steps: [
      { order: "a", transaction: "1", body: named("A") },
      { order: "a", transaction: "2", body: voidOf("1") },
      { order: "b", transaction: "1", body: named("A") },
    ],
    broken: [],
  },
  {
    what: "a purchase that was refunded before it was charged anew",
    steps: [
      { order: "a", transaction: "1", body: named("A") },
      { order: "a", transaction: "2", body: refund("10.00") },
      { order: "b", transaction: "1", body: named("A") },
    ],
    broken: [],
  },
  {
    what: "a purchase of which only a part was refunded",
    steps: [
      { order: "a", transaction: "1", body: named("A") },
      { order: "a", transaction: "2", body: refund("1.00") },
      { order: "b", transaction: "1", body: named("A") },
    ],
    broken: ["double-charge"],
  },
  {
    what: "a declined try and a second one on the same order",
    armed: [decline],
    steps: [
      { order: "a", transaction: "1", body: named("A") },
      { order: "a", transaction: "2", body: named("A") },
    ],
    broken: [],
  },
  {
    what: "a declined try and a second one under another order",
    armed: [decline],
    steps: [
      { order: "a", transaction: "1", body: named("A") },
      { order: "b", transaction: "1", body: named("A") },
    ],
    broken: [],
  },
  {
    what: "the identical request again, with another correlationId",
    steps: [
      { order: "a", transaction: "1", body: { ...named("A"), correlationId: "1" } },
      { order: "a", transaction: "1", body: { ...named("A"), correlationId: "2" } },
    ],
    broken: [],
  },
  {
    what: "payments without a reference by different cards, or of different amounts",
    steps: [
      { order: "a", transaction: "1", body: pay("10.00") },
      { order: "b", transaction: "1", body: withValues(pay("10.00"), OTHER_CARD) },
      { order: "c", transaction: "1", body: pay("11.00") },
    ],
    broken: [],
  },
  {
    what: "payments that nothing tells apart",
    steps: [
      { order: "a", transaction: "1", body: pay("10.00") },
      { order: "b", transaction: "1", body: pay("10.0") },
    ],
    broken: ["unreferenced-payments"],
  },
  {
    what: "two partial captures of the same amount",
    steps: [
      { order: "a", transaction: "1", body: authorize("10.00") },
      { order: "a", transaction: "2", body: capture("5.00") },
      { order: "a", transaction: "3", body: capture("5.00") },
    ],
    broken: [],
  },
  {
    what: "a lost capture, and after a look at the order another one of the same amount",
    armed: [lost("CAPTURE")],
    steps: [
      { order: "a", transaction: "1", body: authorize("10.00") },
      { order: "a", transaction: "2", body: capture("5.00") },
      { order: "a" },
      { order: "a", transaction: "3", body: capture("5.00") },
    ],
    broken: [],
  },
  {
    what: "a lost capture, and at once another one of the same amount",
    armed: [lost("CAPTURE")],
    steps: [
      { order: "a", transaction: "1", body: authorize("10.00") },
      { order: "a", transaction: "2", body: capture("5.00") },
      { order: "a", transaction: "3", body: capture("5.00") },
    ],
    broken: ["retry-with-new-id-after-lost-answer"],
  },
  {
    what: "a lost refund under a new id",
    armed: [lost("REFUND")],
    steps: [
      { order: "a", transaction: "1", body: pay("10.00") },
      { order: "a", transaction: "2", body: refund("5.00") },
      { order: "a", transaction: "3", body: refund("5.00") },
    ],
    broken: ["retry-with-new-id-after-lost-answer"],
  },
  {
    what: "a lost disbursement under a new order",
    armed: [lost("DISBURSEMENT")],
    steps: [
      { order: "a", transaction: "1", body: disbursement("10.00") },
      { order: "b", transaction: "1", body: disbursement("10.00") },
    ],
    broken: ["retry-with-new-id-after-lost-answer"],
  },
  {
    what: "a lost payment and another purchase by the same card, each with its reference, and then a look",
    armed: [lost("PAY")],
    steps: [
      { order: "a", transaction: "1", body: named("A") },
      { order: "b", transaction: "1", body: named("B") },
      { order: "a", transaction: "1" },
    ],
    broken: [],
  },
  {
    what: "a lost payment, a look, and the same purchase under another order all the same",
    armed: [lost("PAY")],
    steps: [
      { order: "a", transaction: "1", body: named("A") },
      { order: "a" },
      { order: "b", transaction: "1", body: named("A") },
    ],
    broken: ["double-charge"],
  },
  {
    what: "a payment that was lost before it was stored, and after a look in vain came under another order",
    armed: [lost("PAY", "before-commit")],
    steps: [
      { order: "a", transaction: "1", body: named("A") },
      { order: "a" },
      { order: "b", transaction: "1", body: named("A") },
    ],
    broken: [],
  },
  {
    what: "a lost payment without a reference, and at once another card for the same order",
    armed: [lost("PAY")],
    steps: [
      { order: "a", transaction: "1", body: pay("10.00") },
      { order: "a", transaction: "2", body: withValues(pay("10.00"), OTHER_CARD) },
    ],
    broken: ["retry-with-new-id-after-lost-answer"],
  },
  {
    what: "a busy gateway that the client gave up on",
    armed: [busy],
    steps: [{ order: "a", transaction: "1", body: named("A") }],
    broken: [],
  },
  {
    what: "a busy gateway that was hammered",
    armed: [busy],
    times: 6,
    steps: again(7, () => ({ order: "a", transaction: "1", body: named("A") })),
    broken: ["ignored-busy"],
  },
  {
    what: "an unknown end that was looked up",
    armed: [{ when: { operation: "PAY" }, outcome: "UNKNOWN" }],
    steps: [{ order: "a", transaction: "1", body: named("A") }, { order: "a" }],
    broken: [],
  },
  {
    what: "an unknown end that was left at that",
    armed: [{ when: { operation: "PAY" }, outcome: "UNKNOWN" }],
    steps: [{ order: "a", transaction: "1", body: named("A") }],
    broken: ["missing-retrieve-after-timeout"],
  },
  {
    what: "a lost verification, which moves no money",
    armed: [lost("VERIFY")],
    steps: [{ order: "a", transaction: "1", body: verify() }],
    broken: [],
  },
  {
    what: "a lost void that was left at that",
    armed: [lost("VOID")],
    steps: [
      { order: "a", transaction: "1", body: authorize() },
      { order: "a", transaction: "2", body: voidOf("1") },
    ],
    broken: ["missing-retrieve-after-timeout"],
  },
  {
    what: "six captures of an order in one go",
    steps: [
      { order: "a", transaction: "1", body: authorize("60.00") },
      ...again(6, (index) => ({ order: "a", transaction: `c${index}`, body: capture("10.00") })),
    ],
    broken: [],
  },
  {
    what: "four retries of a payment",
    steps: again(5, () => ({ order: "a", transaction: "1", body: named("A") })),
    broken: [],
  },
  {
    what: "five retries of a payment",
    steps: again(6, () => ({ order: "a", transaction: "1", body: named("A") })),
    broken: ["retry-storm"],
  },
  {
    what: "a card that is tried six times though it is declined",
    armed: [decline],
    times: 6,
    steps: again(6, (index) => ({ order: "a", transaction: String(index + 1), body: named("A") })),
    broken: ["retry-storm"],
  },
  {
    what: "payments of many orders in one go",
    steps: again(12, (index) => ({ order: `o${index}`, transaction: "1", body: named(`R${index}`) })),
    broken: [],
  },
  {
    what: "an authorization that is updated, captured, refunded and looked at under one version",
    steps: [
      { order: "a", transaction: "1", body: authorize("10.00") },
      { order: "a", transaction: "2", body: update("12.00") },
      { order: "a", transaction: "3", body: capture("12.00") },
      { order: "a", transaction: "4", body: refund("2.00") },
      { order: "a" },
      { order: "a", transaction: "3" },
    ],
    broken: [],
  },
  {
    what: "an order that is looked at under another version",
    steps: [
      { order: "a", transaction: "1", body: named("A") },
      { order: "a", version: 60 },
    ],
    broken: ["mixed-versions-on-order"],
  },
  {
    what: "a number that is no card number in a reference",
    steps: [{ order: "a", transaction: "1", body: named("2030011510203040") }],
    broken: [],
  },
  {
    what: "a card number for an order id",
    steps: [{ order: "4508750015741019", transaction: "1", body: named("A") }],
    broken: ["card-number-in-free-text"],
  },
  {
    what: "a number for an amount and a boolean for a text",
    steps: [
      { order: "a", transaction: "1", body: withValue(named("A"), "order.amount", 10) },
      { order: "a", transaction: "2", body: withValue(named("A"), "order.amount", true) },
    ],
    broken: ["numbers-where-text", "broken-contract"],
  },
  {
    what: "a number for a group",
    steps: [{ order: "a", transaction: "1", body: withValue(named("A"), "billing", 5) }],
    broken: ["broken-contract"],
  },
  {
    what: "a card number and a security code that are numbers",
    steps: [
      {
        order: "a",
        transaction: "1",
        body: withValue(named("A"), "sourceOfFunds.provided.card.number", 5123450000000008),
      },
      {
        order: "a",
        transaction: "2",
        body: withValue(named("A"), "sourceOfFunds.provided.card.securityCode", 100),
      },
    ],
    broken: ["numbers-where-text"],
  },
  {
    what: "an id that was used by an approved payment",
    steps: [
      { order: "a", transaction: "1", body: authorize("10.00") },
      { order: "a", transaction: "1", body: capture("10.00") },
    ],
    broken: ["reused-transaction-id"],
  },
  {
    what: "an authentication whose answer was lost, and that was made anew",
    armed: [lost("INITIATE_AUTHENTICATION")],
    steps: [
      { order: "a", transaction: "first", body: initiate(FRICTIONLESS) },
      { order: "a", transaction: "second", body: initiate(FRICTIONLESS) },
      { order: "a", transaction: "second", body: authenticate(FRICTIONLESS) },
      { order: "a", transaction: "1", body: payWith(FRICTIONLESS, "second", { "order.reference": "A" }) },
    ],
    broken: [],
  },
  {
    what: "an authentication for each try",
    armed: [decline],
    steps: [
      ...FIRST_TRY,
      { order: "a", transaction: "second", body: initiate(FRICTIONLESS) },
      { order: "a", transaction: "second", body: authenticate(FRICTIONLESS) },
      { order: "a", transaction: "2", body: payWith(FRICTIONLESS, "second", { "order.reference": "A" }) },
    ],
    broken: [],
  },
  {
    what: "a payment whose payer had not finished the challenge",
    steps: [
      { order: "a", transaction: "auth", body: initiate(CHALLENGED) },
      { order: "a", transaction: "auth", body: authenticate(CHALLENGED) },
      { order: "a", transaction: "1", body: payWith(CHALLENGED, "auth", { "order.reference": "A" }) },
    ],
    broken: ["paid-after-failed-authentication"],
  },
  ...(
    [
      [CHALLENGED, "that the payer had not finished", ["paid-after-failed-authentication"]],
      [REJECTED, "that the issuer had rejected", ["paid-after-failed-authentication"]],
      [UNAVAILABLE, "that the issuer could not make", ["paid-without-liability-shift"]],
      [FRICTIONLESS, "that would have stood for the payer", ["paid-without-liability-shift"]],
      [UNKNOWN, "that the card does not support", ["paid-without-liability-shift"]],
    ] as const
  ).flatMap(([card, what, broken]) =>
    [54, 100].map((version): Traffic => {
      const step = (transaction: string, body: JsonObject): Step => ({
        order: "a",
        transaction,
        version,
        body,
      });
      return {
        what: `a payment of version ${version} that leaves out an authentication ${what}`,
        steps: [
          step("auth", initiate(card)),
          step("auth", authenticate(card)),
          step("1", withValue(payWith(card, ""), "authentication", undefined)),
        ],
        broken: [...broken],
      };
    }),
  ),
  {
    what: "a second try without authentication, after a payment that was declined",
    armed: [decline],
    steps: [...FIRST_TRY, { order: "a", transaction: "2", body: named("A") }],
    broken: [],
  },
  ...(
    [
      ["Y", []],
      ["A", []],
      ["N", ["paid-after-failed-authentication"]],
      ["R", ["paid-after-failed-authentication"]],
      ["C", ["paid-after-failed-authentication"]],
      ["U", ["paid-without-liability-shift"]],
    ] as const
  ).map(([letter, broken]): Traffic => ({
    what: `a payment with the result ${letter} of an authentication made elsewhere`,
    steps: [{ order: "a", transaction: "1", body: withValue(named("A"), MADE_ELSEWHERE, letter) }],
    broken: [...broken],
  })),
  {
    what: "two payments with the token of one authentication made elsewhere",
    steps: ["a", "b"].map((order) => ({
      order,
      transaction: "1",
      body: withValues(named(order), {
        [MADE_ELSEWHERE]: "Y",
        "authentication.3ds.authenticationToken": TOKEN,
      }),
    })),
    broken: ["authentication-used-twice"],
  },
  {
    what: "two payments that bring results without a token",
    steps: ["a", "b"].map((order) => ({
      order,
      transaction: "1",
      body: withValue(named(order), MADE_ELSEWHERE, "Y"),
    })),
    broken: [],
  },
  {
    what: "an id of a request that was refused, and so not used",
    steps: [
      { order: "a", transaction: "1", body: capture("10.00") },
      { order: "a", transaction: "1", body: named("A") },
    ],
    broken: [],
  },
];
