import { textAt } from "../../../domain/json.ts";
import { attemptsOf, idsOf, nameOf } from "../attempt.ts";
import type { Attempt } from "../attempt.ts";
import type { ConductRule } from "../conduct-rule.ts";
import { followUpOf } from "../follow-up.ts";
import { isLost, matters } from "../lost-answer.ts";

/** Only a note: the gateway lets a merchant take it for declined (assumption A220). */
export const timedOutTakenForDeclined: ConductRule = {
  id: "timed-out-taken-for-declined",
  severity: "note",
  title: "TIMED_OUT was taken for a decline",
  duty: "TIMED_OUT is not taken for a decline",
  reason: "The issuer may hold the payer's money until the gateway's reversal has reached it.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) => {
    const attempts = attemptsOf(exchanges);
    return attempts
      .filter((it) => isTimedOut(it) && followUpOf(it, exchanges, attempts).kind !== "resolved")
      .map((it) => {
        const message = `${nameOf(it)} ended as TIMED_OUT, and the order was not retrieved afterwards`;
        return { message, exchanges: idsOf(it), count: 1 };
      });
  },
};

/** A lost answer is another matter: the client cannot have read the code. */
function isTimedOut(attempt: Attempt): boolean {
  const isTold = attempt.exchange.committed && matters(attempt) && !isLost(attempt);
  return isTold && textAt(attempt.told, "response.gatewayCode") === "TIMED_OUT";
}
