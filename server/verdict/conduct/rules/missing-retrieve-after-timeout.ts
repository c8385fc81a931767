import { attemptsOf, idsOf, nameOf } from "../attempt.ts";
import type { Attempt } from "../attempt.ts";
import type { ConductRule, Remark } from "../conduct-rule.ts";
import { followUpOf } from "../follow-up.ts";
import { isLost, isUnknown, matters } from "../lost-answer.ts";
import type { FollowUp } from "../follow-up.ts";

export const missingRetrieve: ConductRule = {
  id: "missing-retrieve-after-timeout",
  severity: "error",
  title: "A lost or unknown answer was left at that",
  duty: "A lost or unknown answer is looked up",
  reason: "Nobody knows whether the payer has paid: the goods are not sent, or sent for nothing.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) => {
    const attempts = attemptsOf(exchanges);
    return attempts
      .filter((it) => matters(it) && (isLost(it) || isUnknown(it)))
      .flatMap((it) => {
        // What follows is looked for last, as that goes through all exchanges.
        const followUp = followUpOf(it, exchanges, attempts);
        return isLeft(it, followUp) ? [remarkOn(it, followUp)] : [];
      });
  },
};

/** A new try after a lost answer has a rule of its own. */
function isLeft(attempt: Attempt, { kind }: FollowUp): boolean {
  return kind !== "resolved" && !(kind === "asked-again" && isLost(attempt));
}

function remarkOn(attempt: Attempt, followUp: FollowUp): Remark {
  const what = isLost(attempt)
    ? `the answer to ${nameOf(attempt)} was lost`
    : `${nameOf(attempt)} ended as UNKNOWN`;
  if (followUp.kind !== "retrieved-too-early") {
    const message = `${what}, and neither the identical request nor a retrieve followed`;
    return { message, exchanges: idsOf(attempt), count: 1 };
  }
  const message = `${what}, and the retrieve that followed found nothing, as it came before the request had ended`;
  return { message, exchanges: [...idsOf(attempt), followUp.by.id], count: 1 };
}
