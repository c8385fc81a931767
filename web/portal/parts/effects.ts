import { flowMembers } from "../../../server/domain/flow-yaml.ts";
import type { Rule } from "./rule-yaml.ts";

/** What a rule can let happen to a request, in words; each is a part of a rule of scenario files. */
export const EFFECTS: readonly (readonly [words: string, rule: Rule])[] = [
  ["Declined", { outcome: "DECLINED" }],
  ["Insufficient funds", { outcome: "INSUFFICIENT_FUNDS" }],
  ["Expired card", { outcome: "EXPIRED_CARD" }],
  ["Timed out at the acquirer", { outcome: "TIMED_OUT" }],
  ["Acquirer's system error", { outcome: "ACQUIRER_SYSTEM_ERROR" }],
  ["Stored, but the answer is lost", { fault: { at: "after-commit", kind: "close" } }],
  ["Answer 3 seconds late", { delay: "3s" }],
  ["Held until it is released", { hold: "before-commit" }],
  ["Its notification is lost", { notification: { delivery: "lost" } }],
  ["Its notification comes 30 seconds late", { notification: { delay: "30s" } }],
  ["Its notification comes twice", { notification: { delivery: "twice" } }],
  ["Its notification comes before the answer", { notification: { delivery: "before-answer" } }],
  ["Its notification comes behind the next one", { notification: { delivery: "out-of-order" } }],
  ["Its notification has a wrong secret", { notification: { secret: "wrong" } }],
];

/** What a rule does: in words where there are some, else as a file would have it. */
export function effectWords(rule: Rule): string {
  const told = flowMembers(Object.fromEntries(Object.entries(rule).filter(([name]) => name !== "when")));
  return EFFECTS.find(([, effect]) => flowMembers(effect) === told)?.[0] ?? told;
}

/** Which requests a rule is about. */
export function requestWords({ when }: Rule): string {
  return typeof when === "object" && when !== null ? flowMembers(when) : "any request";
}
