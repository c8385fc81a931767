import type { Scheme } from "../card/card-scheme.ts";
import type { JsonObject } from "../json.ts";
import { failedEci, usualEci } from "./authentication.ts";
import type { AuthenticationResult, ChallengeChoice, Recommendation } from "./authentication.ts";

/** Letters of 3-D Secure 1: what the directory server says of the card (VERes), and the issuer of its holder (PARes). */
export type EnrolledLetter = "N" | "U" | "Y";
/** 3DSecure.enrollmentStatus, by the letter of the directory server. */
export const ENROLLMENT_STATUS: Readonly<Record<EnrolledLetter, string>> = {
  N: "NOT_ENROLLED",
  U: "ENROLLMENT_STATUS_UNDETERMINED",
  Y: "ENROLLED",
};
export const PARES_LETTERS = ["A", "N", "U", "Y"] as const;
export type PaResLetter = (typeof PARES_LETTERS)[number];

/** What a payer can come to on the issuer's page of 3-D Secure 1. */
export const ENROLLMENT_CHOICES = ["SUCCESSFUL", "ATTEMPTED", "FAILED", "CANCELLED", "UNAVAILABLE"] as const;
export type EnrollmentChoice = (typeof ENROLLMENT_CHOICES)[number];

/** Whether a card is enrolled for 3-D Secure 1 and, once the payer was at the issuer's page, what came of that. */
export interface EnrollmentCheck {
  /** The request that asked, masked. */
  readonly request: JsonObject;
  /** Keyed digest of that request. */
  readonly digest: string;
  /** Keyed fingerprint of the card number. */
  readonly card: string;
  readonly scheme: Scheme;
  /** 20 bytes in Base64, by which the schemes know it. */
  readonly xid: string;
  /** Where browsers reach the sandbox. */
  readonly origin: string;
  /** What the issuer is going to answer; CHALLENGE: what the payer comes to on its page. */
  readonly result: AuthenticationResult;
  /** When a payer who is asked has failed, in milliseconds since 1970 by the merchant's clock; undefined: nobody is asked. */
  readonly endsAt: number | undefined;
  /** The second step is going to fail with an error of the gateway. */
  readonly failsLater: boolean;
  /** The PaRes that the merchant handed over; undefined: PROCESS_ACS_RESULT has not been called. */
  readonly brought: string | undefined;
  /** What it says, unless a rule of the scenario says otherwise. */
  readonly paRes: PaResLetter | undefined;
  /** A payment has succeeded with it. */
  readonly isUsed: boolean;
}

/** A card that is not named by anybody is not enrolled, and a directory server that does not answer says nothing. */
export function enrolledLetterOf({ result }: Pick<EnrollmentCheck, "result">): EnrolledLetter {
  if (result === "TIMED_OUT") return "U";
  return result === "NOT_SUPPORTED" || result === "EXEMPT" ? "N" : "Y";
}

/** What the issuer of 3-D Secure 1 says by a result or by a payer's choice (assumption A301). */
export function paResLetterOf(
  outcome: AuthenticationResult | ChallengeChoice | EnrollmentChoice,
): PaResLetter {
  if (outcome === "SUCCESSFUL") return "Y";
  if (outcome === "ATTEMPTED") return "A";
  return outcome === "UNAVAILABLE" || outcome === "TIMED_OUT" ? "U" : "N";
}

/** What the issuer's page leads back with, without asking the payer; undefined: it asks (assumption A361). */
export function standingLetterOf(
  { endsAt = Infinity, paRes, result }: EnrollmentCheck,
  now: number,
): PaResLetter | undefined {
  if (result !== "CHALLENGE") return paResLetterOf(result);
  return paRes ?? (now < endsAt ? undefined : "N");
}

interface Summary {
  /** 3DSecure.summaryStatus and response.3DSecure.gatewayCode. */
  readonly summaryStatus: string;
  readonly recommendation: Recommendation;
  /** order.authenticationStatus of a payment with it. */
  readonly status: string;
}

const BY_PARES: Readonly<Record<PaResLetter, Summary>> = {
  A: summary("AUTHENTICATION_ATTEMPTED"),
  N: { ...summary("AUTHENTICATION_FAILED"), recommendation: "DO_NOT_PROCEED" },
  U: { ...summary("AUTHENTICATION_NOT_AVAILABLE"), status: "AUTHENTICATION_UNAVAILABLE" },
  Y: summary("AUTHENTICATION_SUCCESSFUL"),
};
const BY_ENROLLMENT: Readonly<Record<EnrolledLetter, Summary>> = {
  N: { ...summary("CARD_NOT_ENROLLED"), status: "AUTHENTICATION_NOT_SUPPORTED" },
  U: { ...summary("AUTHENTICATION_NOT_AVAILABLE"), status: "AUTHENTICATION_UNAVAILABLE" },
  Y: { ...summary("CARD_ENROLLED"), status: "AUTHENTICATION_PENDING" },
};
const NO_SCHEME: Summary = { ...BY_ENROLLMENT.N, summaryStatus: "CARD_DOES_NOT_SUPPORT_3DS" };

function summary(status: string): Summary {
  return { summaryStatus: status, status, recommendation: "PROCEED" };
}

/** How far it has come, in the words of answers. */
export function summaryOf(check: EnrollmentCheck): Summary {
  if (check.paRes !== undefined) return BY_PARES[check.paRes];
  const letter = enrolledLetterOf(check);
  return letter === "N" && check.scheme === "OTHER" ? NO_SCHEME : BY_ENROLLMENT[letter];
}

/** order.authenticationStatus of a payment that names a check with these letters; undefined: there are no such letters. */
export function statusOfLetters(enrolled: string, paRes: string | undefined): string | undefined {
  const known = paRes === undefined ? BY_ENROLLMENT : BY_PARES;
  return Object.entries<Summary>(known).find(([letter]) => letter === (paRes ?? enrolled))?.[1].status;
}

/** The issuer's page has to be passed before a payment: who was asked must have answered, and not with no. */
export function forbidsPaymentAfter(check: EnrollmentCheck): boolean {
  const isUnfinished = enrolledLetterOf(check) === "Y" && check.paRes === undefined;
  return isUnfinished || check.paRes === "N";
}

export function shiftsLiabilityAfter({ paRes }: EnrollmentCheck): boolean {
  return paRes === "Y" || paRes === "A";
}

/** Tokens that are known of 3-D Secure 1 (assumption A301). */
const TOKENS: Readonly<Partial<Record<PaResLetter, string>>> = {
  A: "nHyn+7YFi1EUAREAAAAvNUe6Hv8=",
  Y: "jHyn+7YFi1EUAREAAAAvNUe6Hv8=",
};

/** What proves the result; undefined members: there is no proof of it. */
export function proofOf({ paRes, scheme }: EnrollmentCheck): {
  readonly acsEci: string | undefined;
  readonly authenticationToken: string | undefined;
} {
  if (paRes === undefined) return { acsEci: undefined, authenticationToken: undefined };
  const passed = paRes === "Y" ? "SUCCESSFUL" : paRes === "A" ? "ATTEMPTED" : undefined;
  return {
    acsEci: passed === undefined ? failedEci(scheme) : usualEci(passed, scheme),
    authenticationToken: TOKENS[paRes],
  };
}
