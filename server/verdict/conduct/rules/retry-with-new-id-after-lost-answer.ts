import { attemptsOf, idsOf, isApproved, nameOf } from "../attempt.ts";
import type { Attempt } from "../attempt.ts";
import type { ConductRule } from "../conduct-rule.ts";
import { followUpOf } from "../follow-up.ts";
import { isLost, matters } from "../lost-answer.ts";

export const retryWithNewId: ConductRule = {
  id: "retry-with-new-id-after-lost-answer",
  severity: "error",
  title: "After a lost answer it was tried again under a new id",
  duty: "After a lost answer the same id is sent again",
  reason: "The first request may have been done: only the same id keeps the gateway from doing it twice.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) => {
    const attempts = attemptsOf(exchanges);
    return attempts
      .filter((it) => isLost(it) && matters(it))
      .flatMap((lost) => {
        const followUp = followUpOf(lost, exchanges, attempts);
        if (followUp.kind !== "asked-again") return [];
        const message = `the answer to ${nameOf(lost)} was lost, and ${nameOf(followUp.by)} asked for the same again${consequenceOf(lost, followUp.by)}`;
        return [{ message, exchanges: idsOf(lost, followUp.by), count: 1 }];
      });
  },
};

function consequenceOf(lost: Attempt, again: Attempt): string {
  if (!isApproved(lost)) return "; this time nothing had been stored";
  return isApproved(again) ? ": it was done twice" : ": the first had been done";
}
