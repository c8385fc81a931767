import { textAt } from "../../../domain/json.ts";
import type { Exchange } from "../../../domain/record/exchange.ts";
import { attemptsOf, idsOf, isApproved, nameOf } from "../attempt.ts";
import type { Attempt } from "../attempt.ts";
import type { ConductRule, Remark } from "../conduct-rule.ts";
import { isCharge } from "../purchase.ts";

/** The gateway declines the payment, so that the payer is lost who could have been asked once more. */
export const paidUnauthenticated: ConductRule = {
  id: "paid-after-failed-authentication",
  severity: "warning",
  title: "A payment was tried although its authentication had failed or was not finished",
  duty: "Payments wait for an authentication that may go on",
  reason: "The gateway declines it, and the payer is lost who could have been authenticated once more.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) => remarksOn(exchanges, (it) => FORBIDDEN.includes(authenticationStatusOf(it))),
};

/** Only a note: a merchant may take the risk. */
export const paidWithoutLiabilityShift: ConductRule = {
  id: "paid-without-liability-shift",
  severity: "note",
  title: "A payment was made although nobody had authenticated the payer",
  duty: "Payments with an authentication have a payer who was authenticated",
  reason:
    "The recommendation to proceed is no promise: if the payer disputes the payment, the merchant pays.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) =>
    remarksOn(exchanges, (it) => isApproved(it) && WITHOUT_LIABILITY.includes(authenticationStatusOf(it))),
};

const FORBIDDEN: readonly (string | undefined)[] = [
  "AUTHENTICATION_AVAILABLE",
  "AUTHENTICATION_FAILED",
  "AUTHENTICATION_PENDING",
  "AUTHENTICATION_REJECTED",
];
const WITHOUT_LIABILITY: readonly (string | undefined)[] = [
  "AUTHENTICATION_NOT_SUPPORTED",
  "AUTHENTICATION_UNAVAILABLE",
];

function authenticationStatusOf({ answerBody }: Attempt): string | undefined {
  return textAt(answerBody, "transaction.authenticationStatus");
}

/** Of payments that name an authentication; a scenario may answer others as it likes. */
function remarksOn(
  exchanges: readonly Exchange[],
  isRemarkable: (payment: Attempt) => boolean,
): readonly Remark[] {
  const payments = attemptsOf(exchanges).filter((it) => it.exchange.committed && isCharge(it));
  return payments.flatMap((it) => {
    const named = textAt(it.answerBody, "authentication.transactionId");
    if (named === undefined || !isRemarkable(it)) return [];
    const message = `${nameOf(it)} names the authentication ${named}, which was ${authenticationStatusOf(it) ?? ""}`;
    return [{ message, exchanges: idsOf(it), count: 1 }];
  });
}
