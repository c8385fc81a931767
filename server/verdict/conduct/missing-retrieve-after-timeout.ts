import { attemptsOf, idsOf, nameOf } from "./attempt.ts";
import type { Attempt } from "./attempt.ts";
import type { ConductRule } from "./conduct-rule.ts";
import { followUpOf, isLost, isUnknown, matters } from "./lost-answer.ts";
import type { FollowUp } from "./lost-answer.ts";

export const missingRetrieve: ConductRule = {
  id: "missing-retrieve-after-timeout",
  severity: "error",
  title: "A lost or unknown answer was left at that",
  reason: "Nobody knows whether the payer has paid: the goods are not sent, or sent for nothing.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) => {
    const attempts = attemptsOf(exchanges);
    return attempts
      // What follows is looked for last, as that goes through all exchanges.
      .filter((it) => matters(it) && (isLost(it) || isUnknown(it)))
      .filter((it) => isLeft(it, followUpOf(it, exchanges, attempts)))
      .map((it) => ({ message: messageOf(it), exchanges: idsOf(it), count: 1 }));
  },
};

/** A new try after a lost answer has a rule of its own. */
function isLeft(attempt: Attempt, { kind }: FollowUp): boolean {
  return isLost(attempt) ? kind === "nothing" : kind !== "resolved";
}

function messageOf(attempt: Attempt): string {
  const what = isLost(attempt)
    ? `the answer to ${nameOf(attempt)} was lost`
    : `${nameOf(attempt)} ended as UNKNOWN`;
  return `${what}, and neither the identical request nor a retrieve followed`;
}
