/** What a rule can let happen to a request, in words; each is a part of a rule of scenario files. */
export const EFFECTS: readonly (readonly [words: string, rule: Readonly<Record<string, unknown>>])[] = [
  ["Declined", { outcome: "DECLINED" }],
  ["Insufficient funds", { outcome: "INSUFFICIENT_FUNDS" }],
  ["Expired card", { outcome: "EXPIRED_CARD" }],
  ["Timed out at the acquirer", { outcome: "TIMED_OUT" }],
  ["Acquirer's system error", { outcome: "ACQUIRER_SYSTEM_ERROR" }],
  ["Stored, but the answer is lost", { fault: { at: "after-commit", kind: "close" } }],
  ["Answer 3 seconds late", { delay: "3s" }],
  ["Held until it is released", { hold: "before-commit" }],
];
