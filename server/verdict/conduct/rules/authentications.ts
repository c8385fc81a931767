import { textAt } from "../../../domain/json.ts";
import { STAGES } from "../../../domain/order/authentication.ts";
import { ENROLLMENT_STATUS, statusOfLetters } from "../../../domain/order/enrollment.ts";
import type { Exchange } from "../../../domain/record/exchange.ts";
import { isBrowserOperation } from "../../../domain/request/operation.ts";
import { attemptsOf, idsOf, isApproved, nameOf } from "../attempt.ts";
import type { Attempt } from "../attempt.ts";
import type { ConductRule, Remark } from "../conduct-rule.ts";
import { groupedBy } from "../grouped.ts";
import { isCharge } from "../purchase.ts";

/** The gateway declines a payment that names such an authentication, and takes one that does not. */
export const paidUnauthenticated: ConductRule = {
  id: "paid-after-failed-authentication",
  severity: "warning",
  title: "A payment was tried although its authentication had failed or was not finished",
  duty: "Payments wait for an authentication that may go on",
  reason:
    "Where the payment names the authentication, the gateway declines it, and the payer is lost; where it does not, the " +
    "merchant pays if the payer disputes it.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) => remarksOn(exchanges, (_, { status }) => FORBIDDEN.includes(status)),
};

/** Only a note: a merchant may take the risk. */
export const paidWithoutLiabilityShift: ConductRule = {
  id: "paid-without-liability-shift",
  severity: "note",
  title: "A payment was made without an authentication that stands for the payer",
  duty: "Payments of an order with an authentication have a payer who was authenticated",
  reason:
    "The recommendation to proceed is no promise: if the payer disputes the payment, the merchant pays.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) =>
    remarksOn(
      exchanges,
      (payment, { how, status }) =>
        isApproved(payment) &&
        (WITHOUT_LIABILITY.includes(status) ||
          (how === "left out" && status === "AUTHENTICATION_SUCCESSFUL")),
    ),
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
    [...groupedBy(decidedOf(exchanges), usedBy)].flatMap(([used, payments]) => {
      const [first] = payments;
      if (used === "" || first === undefined || payments.length === 1) return [];
      const named = namedBy(first);
      const what = named === undefined ? "one authentication made elsewhere" : `the authentication ${named}`;
      const message = `${payments.map(nameOf).join(" and ")} use ${what}`;
      return [{ message, exchanges: idsOf(...payments), count: payments.length - 1 }];
    }),
};

/**
 * An id of 3-D Secure 1 is the merchant's, a transaction id that of the order, and the token of an authentication made
 * elsewhere the issuer's; empty: the payment has none.
 */
function usedBy(payment: Attempt): string {
  const named = namedBy(payment);
  if (named === undefined) return tokenIn(payment) ?? "";
  return JSON.stringify([isOfEnrollment(payment) ? "" : payment.orderId, named]);
}

function tokenIn({ answerBody }: Attempt): string | undefined {
  return textAt(answerBody, "authentication.3ds.authenticationToken");
}

/** The issuer has seen the authentication with them; with what the gateway declined itself, nobody has. */
function decidedOf(exchanges: readonly Exchange[]): readonly Attempt[] {
  return attemptsOf(exchanges).filter(
    (it) => isPayment(it) && !FORBIDDEN.includes(authenticationStatusOf(it)),
  );
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
 * stand for. Of an authentication made elsewhere there are only letters.
 */
function authenticationStatusOf({ answerBody }: Attempt): string | undefined {
  const told = (name: string): string | undefined => textAt(answerBody, name);
  const isFailed = told("response.gatewayCode") === "AUTHENTICATION_FAILED";
  return (
    told("transaction.authenticationStatus") ??
    statusOfLetter(told("authentication.3ds2.transactionStatus")) ??
    statusOfLetters(
      told("authentication.3ds1.veResEnrolled") ?? "",
      told("authentication.3ds1.paResStatus"),
    ) ??
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

/** The letter of 3-D Secure 2 as the status that it stands for. */
function statusOfLetter(told: string | undefined): string | undefined {
  return told === undefined ? undefined : Object.values(STAGES).find(({ letter }) => letter === told)?.status;
}

function isPayment(attempt: Attempt): boolean {
  return attempt.exchange.committed && isCharge(attempt);
}

function isOfEnrollment({ answerBody }: Attempt): boolean {
  return textAt(answerBody, "3DSecureId") !== undefined;
}

/** The authentication that a payment names, by the id of its transaction or of its check of enrollment. */
function namedBy({ answerBody }: Attempt): string | undefined {
  return textAt(answerBody, "authentication.transactionId") ?? textAt(answerBody, "3DSecureId");
}

/** How a payment and an authentication belong together. */
interface Backing {
  readonly how: "brought" | "left out" | "named";
  /** In the words of transaction.authenticationStatus; undefined: nobody has told it. */
  readonly status: string | undefined;
  readonly words: string;
}

/** Of payments with an authentication, and of those that leave out that of their order. */
function remarksOn(
  exchanges: readonly Exchange[],
  isRemarkable: (payment: Attempt, backing: Backing) => boolean,
): readonly Remark[] {
  const seen = new Map<string, string>();
  return attemptsOf(exchanges).flatMap((it) => {
    if (textAt(it.answerBody, "transaction.type") === "AUTHENTICATION")
      seen.set(it.orderId, authenticationStatusOf(it) ?? "");
    const backing = isPayment(it) ? backingOf(it, seen.get(it.orderId)) : undefined;
    if (backing === undefined || !isRemarkable(it, backing)) return [];
    return [{ message: `${nameOf(it)} ${backing.words}`, exchanges: idsOf(it), count: 1 }];
  });
}

/** Undefined: there is no authentication, or none that a card would need; a scenario may answer others as it likes. */
function backingOf(payment: Attempt, seen: string | undefined): Backing | undefined {
  const status = authenticationStatusOf(payment);
  const named = namedBy(payment);
  if (named !== undefined)
    return { how: "named", status, words: `names the authentication ${named}, which was ${status ?? ""}` };
  if (hasResult(payment))
    return {
      how: "brought",
      status,
      words: `brings an authentication made elsewhere, which was ${status ?? ""}`,
    };
  const before = payment.exchange.transition?.before;
  const leftOut = leftOutStatus(before, seen);
  if (leftOut === undefined || isBrowserOperation(payment.operation)) return undefined;
  const words = `names no authentication, though its order had one and was ${before ?? ""}`;
  return { how: "left out", status: leftOut, words };
}

function hasResult({ answerBody }: Attempt): boolean {
  return ["authentication.3ds2.transactionStatus", "authentication.3ds1.veResEnrolled"].some(
    (member) => textAt(answerBody, member) !== undefined,
  );
}

/** The order's status tells it; of those that share one, the newest that the merchant was told. */
function leftOutStatus(before: string | undefined, seen: string | undefined): string | undefined {
  const alike = Object.values(STAGES).filter(({ orderStatus }) => orderStatus === before);
  return (alike.find(({ status }) => status === seen) ?? alike[0])?.status;
}
