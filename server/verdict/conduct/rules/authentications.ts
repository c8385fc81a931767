import { textAt } from "../../../domain/json.ts";
import { ENROLLMENT_STATUS, statusOfLetters } from "../../../domain/order/enrollment.ts";
import type { Exchange } from "../../../domain/record/exchange.ts";
import { attemptsOf, idsOf, isApproved, nameOf } from "../attempt.ts";
import type { Attempt } from "../attempt.ts";
import type { ConductRule, Remark } from "../conduct-rule.ts";
import { groupedBy } from "../grouped.ts";
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

/** The token of an authentication proves that one payment was wanted. */
export const reusedAuthentication: ConductRule = {
  id: "authentication-used-twice",
  severity: "warning",
  title: "An authentication was used for more than one payment",
  duty: "Every payment has an authentication of its own",
  reason: "An authentication proves one payment: for another one, issuers decline it or are not liable.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) =>
    [...groupedBy(paymentsOf(exchanges).filter(isDecided), usedBy)].flatMap(([used, payments]) => {
      const [first] = payments;
      if (used === "" || first === undefined || payments.length === 1) return [];
      const message = `${payments.map(nameOf).join(" and ")} use the authentication ${namedBy(first) ?? ""}`;
      return [{ message, exchanges: idsOf(...payments), count: payments.length - 1 }];
    }),
};

/** An id of 3-D Secure 1 is the merchant's, a transaction id that of the order; empty: it names none. */
function usedBy(payment: Attempt): string {
  const named = namedBy(payment);
  return named === undefined ? "" : JSON.stringify([isOfEnrollment(payment) ? "" : payment.orderId, named]);
}

/** The issuer has seen the authentication with it; what the gateway declined itself, nobody has. */
function isDecided(payment: Attempt): boolean {
  return !FORBIDDEN.includes(authenticationStatusOf(payment));
}

const FORBIDDEN: readonly (string | undefined)[] = [
  "AUTHENTICATION_AVAILABLE",
  "AUTHENTICATION_FAILED",
  "AUTHENTICATION_PENDING",
  "AUTHENTICATION_REJECTED",
];
const WITHOUT_LIABILITY: readonly (string | undefined)[] = [
  "AUTHENTICATION_NOT_AVAILABLE",
  "AUTHENTICATION_NOT_SUPPORTED",
  "AUTHENTICATION_UNAVAILABLE",
];

/**
 * In the words of versions from 57 on. Older ones tell the letters of 3-D Secure 1 instead, and the oldest only what they
 * stand for.
 */
function authenticationStatusOf({ answerBody }: Attempt): string | undefined {
  const told = (name: string): string | undefined => textAt(answerBody, name);
  const isFailed = told("response.gatewayCode") === "AUTHENTICATION_FAILED";
  return (
    told("transaction.authenticationStatus") ??
    statusOfLetters(told("3DSecure.veResEnrolled") ?? "", told("3DSecure.paResStatus")) ??
    told("3DSecure.authenticationStatus") ??
    (isFailed
      ? "AUTHENTICATION_FAILED"
      : statusOfLetters(letterIn(told("3DSecure.enrollmentStatus")), undefined))
  );
}

/** The letter that 3DSecure.enrollmentStatus stands for; "": the answer has none. */
function letterIn(enrollmentStatus: string | undefined): string {
  const found = Object.entries(ENROLLMENT_STATUS).find(([, status]) => status === enrollmentStatus);
  return found?.[0] ?? "";
}

function paymentsOf(exchanges: readonly Exchange[]): readonly Attempt[] {
  return attemptsOf(exchanges).filter((it) => it.exchange.committed && isCharge(it));
}

function isOfEnrollment({ answerBody }: Attempt): boolean {
  return textAt(answerBody, "3DSecureId") !== undefined;
}

/** The authentication that a payment names, by the id of its transaction or of its check of enrollment. */
function namedBy({ answerBody }: Attempt): string | undefined {
  return textAt(answerBody, "authentication.transactionId") ?? textAt(answerBody, "3DSecureId");
}

/** Of payments that name an authentication; a scenario may answer others as it likes. */
function remarksOn(
  exchanges: readonly Exchange[],
  isRemarkable: (payment: Attempt) => boolean,
): readonly Remark[] {
  return paymentsOf(exchanges).flatMap((it) => {
    const named = namedBy(it);
    if (named === undefined || !isRemarkable(it)) return [];
    const message = `${nameOf(it)} names the authentication ${named}, which was ${authenticationStatusOf(it) ?? ""}`;
    return [{ message, exchanges: idsOf(it), count: 1 }];
  });
}
