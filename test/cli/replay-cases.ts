import type { ArmedRuleInput } from "../../server/embedding/control-answers.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import {
  authorize,
  capture,
  pay,
  refund,
  verify,
  voidOf,
  withValue,
  withValues,
} from "../support/requests.ts";
import { initiate } from "../browser/browser-requests.ts";

const NUMBER = "sourceOfFunds.provided.card.number";

/** What is sent to one order, one after the other; the last exchange is played again. */
export interface ReplayCase {
  readonly plays: string;
  readonly bodies: readonly JsonObject[];
  /** The last body under this transaction id, instead of one of its own. */
  readonly under?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A rule that is armed before the last one. */
  readonly armed?: ArmedRuleInput;
  readonly version?: number;
  readonly status: number;
  /** Why the decision is taken from the bundle; undefined: it is made again. */
  readonly taken?: RegExp;
}

export const REPLAY_CASES: readonly ReplayCase[] = [
  { plays: "a payment", bodies: [pay()], status: 201 },
  { plays: "the same request again", bodies: [pay(), pay()], under: "1", status: 200 },
  { plays: "another request under a used id", bodies: [pay(), pay("5.00")], under: "1", status: 400 },
  { plays: "a follow-up", bodies: [authorize(), capture("40.00"), capture("60.00")], status: 201 },
  { plays: "a void", bodies: [pay(), voidOf("1")], status: 201 },
  { plays: "a refund that is too much", bodies: [pay(), refund("100.01")], status: 400 },
  {
    plays: "what the contract refuses",
    bodies: [withValue(pay(), "order.amount", 5)],
    status: 400,
  },
  {
    plays: "a card that the scenario names",
    bodies: [withValue(pay(), NUMBER, "4000000000000507")],
    status: 201,
  },
  {
    plays: "an American Express card",
    bodies: [
      withValues(pay(), {
        [NUMBER]: "371449635398431",
        "sourceOfFunds.provided.card.securityCode": "1000",
      }),
    ],
    status: 201,
  },
  {
    plays: "another card than the verified one",
    bodies: [verify(), withValue(pay(), NUMBER, "4508750015741019")],
    status: 400,
  },
  { plays: "the verified card", bodies: [verify(), pay()], status: 201 },
  {
    plays: "cards that are masked alike",
    bodies: [verify(), withValue(pay(), NUMBER, "5123450000100006".replace(/0006$/, "0008"))],
    status: 400,
  },
  { plays: "a step of a sequence", bodies: [pay("7.77"), pay("7.77")], status: 201, taken: /sequence/ },
  {
    plays: "what an armed rule decided",
    bodies: [pay()],
    armed: { outcome: "PARTIALLY_APPROVED", approvedAmount: "3.00" },
    status: 201,
    taken: /armed/,
  },
  ...(
    [
      ["reset", 0],
      ["stall", 0, { for: "20ms" }],
      ["server-busy", 503],
      ["status", 418, { status: 418 }],
    ] as const
  ).map(([kind, status, more]): ReplayCase => ({
    plays: `the armed fault ${kind}`,
    bodies: [pay()],
    armed: { fault: { at: "before-commit", kind, ...more } },
    status,
    taken: /armed/,
  })),
  {
    plays: "the fault of a step",
    bodies: [pay("8.88"), pay("8.88")],
    status: 503,
    taken: /sequence/,
  },
  {
    plays: "numbers in texts that are given back",
    bodies: [
      withValues(pay(), {
        "order.reference": "5123450000000008",
        "order.description": "paid with 5123450000000008",
        correlationId: "5123450000000008",
      }),
    ],
    status: 201,
  },
  {
    plays: "what hangs on the card's own digits",
    bodies: [withValue(pay(), NUMBER, "4005550000000019")],
    status: 201,
    taken: /masked/,
  },
  {
    plays: "another security code's result",
    bodies: [withValue(pay(), "sourceOfFunds.provided.card.securityCode", "102")],
    status: 201,
    taken: /masked/,
  },
  { plays: "an answer that was lost", bodies: [pay("6.66")], status: 201 },
  { plays: "a request that was broken off", bodies: [pay("5.55")], status: 503 },
  { plays: "a chaotic answer", bodies: [pay()], headers: { "X-MC-Chaotic-Response": "1" }, status: 201 },
  { plays: "the beginning of a browser payment", bodies: [initiate()], status: 201 },
  { plays: "a version between two contracts", bodies: [pay()], version: 77, status: 201 },
];
