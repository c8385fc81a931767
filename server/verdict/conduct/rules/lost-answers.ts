import { textAt } from "../../../domain/json.ts";
import { stepwise } from "../../../domain/steps.ts";
import { idsOf, isApproved, isLost, isUnknown, matters, nameOf } from "../attempt.ts";
import type { Attempt } from "../attempt.ts";
import type { ConductRule, Remark } from "../conduct-rule.ts";
import { followUpOf } from "../follow-up.ts";
import type { FollowUp } from "../follow-up.ts";
import { historyOf } from "../history.ts";

export const missingRetrieve: ConductRule = {
  id: "missing-retrieve-after-timeout",
  severity: "error",
  title: "A lost or unknown answer was not followed up",
  duty: "A lost or unknown answer is followed up",
  reason: "Nobody knows whether the payer has paid: paid goods are not shipped, or goods are shipped unpaid.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) => {
    const history = historyOf(exchanges);
    const unsure = history.attempts.filter((it) => matters(it) && (isLost(it) || isUnknown(it)));
    return stepwise(unsure, (it) => {
      const followUp = followUpOf(it, history);
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
    const message = `${what}, and neither an identical request nor a retrieve followed`;
    return { message, exchanges: idsOf(attempt), count: 1 };
  }
  const message = `${what}, and the retrieve that followed found nothing, because it came before the request had ended`;
  return { message, exchanges: [...idsOf(attempt), followUp.by.id], count: 1 };
}

export const retryWithNewId: ConductRule = {
  id: "retry-with-new-id-after-lost-answer",
  severity: "error",
  title: "After a lost answer, the request was retried under a new id",
  duty: "After a lost answer, the request is resent under the same id",
  reason:
    "The first request may have been processed: only the same id keeps the gateway from processing it twice.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) => {
    const history = historyOf(exchanges);
    const lost = history.attempts.filter((it) => isLost(it) && matters(it));
    return stepwise(lost, (it) => {
      const followUp = followUpOf(it, history);
      if (followUp.kind !== "asked-again") return [];
      const message = `the answer to ${nameOf(it)} was lost, and ${nameOf(followUp.by)} repeated it${consequenceOf(it, followUp.by)}`;
      return [{ message, exchanges: idsOf(it, followUp.by), count: 1 }];
    });
  },
};

function consequenceOf(lost: Attempt, again: Attempt): string {
  if (!isApproved(lost)) return "; this time nothing had been stored";
  return isApproved(again) ? ": it was processed twice" : ": the first one had been processed";
}

/** Only a note: the gateway lets a merchant take it for declined (assumption A220). */
export const timedOutTakenForDeclined: ConductRule = {
  id: "timed-out-taken-for-declined",
  severity: "note",
  title: "TIMED_OUT was treated as a decline",
  duty: "TIMED_OUT is not treated as a decline",
  reason: "The issuer may block the payer's money until the gateway's reversal arrives.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) => {
    const history = historyOf(exchanges);
    return stepwise(history.attempts.filter(isTimedOut), (it) => {
      if (followUpOf(it, history).kind === "resolved") return [];
      const message = `${nameOf(it)} ended as TIMED_OUT, and the order was not retrieved afterwards`;
      return [{ message, exchanges: idsOf(it), count: 1 }];
    });
  },
};

/** A lost answer is another matter: the client cannot have read the code. */
function isTimedOut(attempt: Attempt): boolean {
  const hasArrived = attempt.exchange.committed && matters(attempt) && !isLost(attempt);
  return hasArrived && textAt(attempt.answerBody, "response.gatewayCode") === "TIMED_OUT";
}
