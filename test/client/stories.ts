import type { JsonObject } from "../../server/domain/json.ts";
import type { Outcome } from "./shop.ts";
import type { ShopFault } from "./sender.ts";

/** What goes wrong on the way, staged by rules that are armed before, and what a good shop makes of it. */
export interface Stage {
  readonly rules: readonly { readonly rule: JsonObject; readonly times?: number }[];
  readonly paid: Outcome;
}

const lost = (at: string, kind: string): JsonObject => ({ when: { operation: "PAY" }, fault: { at, kind } });

export const STAGES = {
  calm: { rules: [], paid: "paid" },
  "the answer gets lost": { rules: [{ rule: lost("after-commit", "reset") }], paid: "paid" },
  "the answer never comes": {
    rules: [
      { rule: { ...lost("after-commit", "stall"), fault: { at: "after-commit", kind: "stall", for: "1m" } } },
    ],
    paid: "paid",
  },
  "the answer is cut": { rules: [{ rule: lost("mid-body", "truncate") }], paid: "paid" },
  "the answer is garbage": { rules: [{ rule: lost("after-commit", "garbage") }], paid: "paid" },
  "the gateway fails": { rules: [{ rule: lost("after-commit", "server-failed") }], paid: "paid" },
  "the request gets lost": { rules: [{ rule: lost("before-commit", "close") }], paid: "paid" },
  "three requests get lost": {
    rules: [{ rule: lost("before-commit", "reset"), times: 3 }],
    paid: "declined",
  },
  "eight requests get lost": {
    rules: [{ rule: lost("before-commit", "reset"), times: 8 }],
    paid: "declined",
  },
  "the gateway is busy": { rules: [{ rule: lost("before-commit", "server-busy") }], paid: "paid" },
  "the first card is declined": {
    rules: [{ rule: { when: { operation: "PAY" }, outcome: "DECLINED" } }],
    paid: "paid",
  },
  "a notification is forged": {
    rules: [{ rule: { when: { operation: "PAY" }, notification: { secret: "wrong" } } }],
    paid: "paid",
  },
  "a notification comes without its secret": {
    rules: [{ rule: { when: { operation: "PAY" }, notification: { secret: "missing" } } }],
    paid: "paid",
  },
  "the acquirer times out": {
    rules: [{ rule: { when: { operation: "PAY" }, outcome: "TIMED_OUT" } }],
    paid: "declined",
  },
} as const satisfies Record<string, Stage>;

export type StageName = keyof typeof STAGES;

/** Each fault of the shop, on which stage it shows, and what it is caught by. */
export const CAUGHT: readonly (readonly [fault: ShopFault, stage: StageName, rule: string])[] = [
  ["charges twice", "calm", "double-charge"],
  ["retries under a new order id", "the answer gets lost", "retry-with-new-id-after-lost-answer"],
  ["retries under a new order id", "the answer never comes", "retry-with-new-id-after-lost-answer"],
  ["retries under a new order id", "the answer is garbage", "retry-with-new-id-after-lost-answer"],
  ["retries under a new order id", "the request gets lost", "retry-with-new-id-after-lost-answer"],
  ["retries under a new transaction id", "the answer is cut", "retry-with-new-id-after-lost-answer"],
  ["does not look after a lost answer", "the answer never comes", "missing-retrieve-after-timeout"],
  ["does not look after a lost answer", "the gateway fails", "missing-retrieve-after-timeout"],
  ["reuses the id of a failure", "the first card is declined", "reused-transaction-id"],
  ["writes the card into the description", "calm", "card-number-in-free-text"],
  ["sends members of its own", "calm", "unknown-members"],
  ["sends numbers", "calm", "numbers-where-text"],
  ["leaves out the currency", "calm", "broken-contract"],
  ["takes no notification", "calm", "notification-not-answered"],
  ["takes no notification", "the answer gets lost", "notification-not-answered"],
  ["takes forged notifications", "a notification is forged", "forged-notification-taken"],
  ["takes forged notifications", "a notification comes without its secret", "forged-notification-taken"],
  ["answers 500 to forged notifications", "a notification is forged", "notification-retried-in-vain"],
  ["takes notifications when they come again", "calm", "notification-answered-late"],
  ["ignores that authentication failed", "calm", "paid-after-failed-authentication"],
  ["uses an authentication twice", "the first card is declined", "authentication-used-twice"],
  ["retries without a pause", "eight requests get lost", "retry-storm"],
  ["hammers when busy", "the gateway is busy", "ignored-busy"],
  ["refunds by an old version", "calm", "mixed-versions-on-order"],
  ["sends no correlationId", "calm", "missing-correlation-id"],
  ["takes TIMED_OUT for a decline", "the acquirer times out", "timed-out-taken-for-declined"],
  ["takes PROCEED for a promise", "calm", "paid-without-liability-shift"],
  ["sends no reference", "calm", "unreferenced-payments"],
];
