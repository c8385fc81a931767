import type { Scheme } from "../card/card-scheme.ts";
import type { Deliberation, RuleName } from "../record/deliberation.ts";
import { GATEWAY_CODES } from "./outcome.ts";
import type { GatewayCode, Outcome } from "./outcome.ts";

/** What asking the card's issuer comes to, as scenario files say it. */
export const AUTHENTICATION_RESULTS = [
  "CHALLENGE",
  "SUCCESSFUL",
  "ATTEMPTED",
  "FAILED",
  "REJECTED",
  "UNAVAILABLE",
  "TIMED_OUT",
  "EXEMPT",
  "NOT_SUPPORTED",
] as const;
export type AuthenticationResult = (typeof AUTHENTICATION_RESULTS)[number];

/** How far an authentication has come. AVAILABLE: it was initiated, and the issuer has not been asked yet. */
export type AuthenticationStage = "AVAILABLE" | AuthenticationResult;

/** What the gateway advises the merchant to do. */
export type Recommendation = "DO_NOT_PROCEED" | "PROCEED";

interface StageMeaning {
  /** order.authenticationStatus and transaction.authenticationStatus. */
  readonly status: string;
  /** authentication.3ds2.transactionStatus; undefined: the issuer has said nothing. */
  readonly letter: string | undefined;
  readonly gatewayCode: GatewayCode;
  readonly recommendation: Recommendation;
  /** order.status as long as nothing was paid. */
  readonly orderStatus:
    | "AUTHENTICATED"
    | "AUTHENTICATION_INITIATED"
    | "AUTHENTICATION_NOT_NEEDED"
    | "AUTHENTICATION_UNSUCCESSFUL";
}

const INITIATED = { recommendation: "PROCEED", orderStatus: "AUTHENTICATION_INITIATED" } as const;
const DONE = { recommendation: "PROCEED", orderStatus: "AUTHENTICATED" } as const;
const NOT_NEEDED = { recommendation: "PROCEED", orderStatus: "AUTHENTICATION_NOT_NEEDED" } as const;
/** The merchant may go on at its own risk. */
const UNKNOWN = { recommendation: "PROCEED", orderStatus: "AUTHENTICATION_UNSUCCESSFUL" } as const;
const REFUSED = { recommendation: "DO_NOT_PROCEED", orderStatus: "AUTHENTICATION_UNSUCCESSFUL" } as const;

const stage = (
  name: string,
  letter: string | undefined,
  gatewayCode: GatewayCode,
  rest: Pick<StageMeaning, "orderStatus" | "recommendation">,
): StageMeaning => ({ status: `AUTHENTICATION_${name}`, letter, gatewayCode, ...rest });

/** What answers say of each stage (assumption A278). */
export const STAGES: Readonly<Record<AuthenticationStage, StageMeaning>> = {
  AVAILABLE: stage("AVAILABLE", undefined, "AUTHENTICATION_IN_PROGRESS", INITIATED),
  CHALLENGE: stage("PENDING", "C", "PENDING", INITIATED),
  SUCCESSFUL: stage("SUCCESSFUL", "Y", "APPROVED", DONE),
  ATTEMPTED: stage("ATTEMPTED", "A", "APPROVED", DONE),
  FAILED: stage("FAILED", "N", "DECLINED", REFUSED),
  REJECTED: stage("REJECTED", "R", "DECLINED", REFUSED),
  UNAVAILABLE: stage("UNAVAILABLE", "U", "DECLINED", UNKNOWN),
  TIMED_OUT: stage("UNAVAILABLE", undefined, "TIMED_OUT", UNKNOWN),
  EXEMPT: stage("EXEMPT", "N", "APPROVED", NOT_NEEDED),
  NOT_SUPPORTED: stage("NOT_SUPPORTED", undefined, "DECLINED", NOT_NEEDED),
};

/**
 * Whether the issuer's page for collecting browser data is called before the payer is authenticated. NO_CALLBACK: it is
 * called, and never says that it is done.
 */
export const METHOD_KINDS = ["SUPPORTED", "NOT_SUPPORTED", "NO_CALLBACK"] as const;
export type MethodKind = (typeof METHOD_KINDS)[number];

/** What the directory server and the issuer answer. */
export interface AuthenticationVerdict {
  readonly result: AuthenticationResult;
  readonly method: MethodKind;
  readonly protocolVersion: string;
  /** authentication.3ds2.statusReasonCode. */
  readonly reasonCode: string | undefined;
  /** authentication.3ds.acsEci and authenticationToken. */
  readonly eci: string | undefined;
  readonly token: string | undefined;
}

/** The verdict of a rule that was asked before the issuer was. */
export interface PlannedVerdict extends AuthenticationVerdict {
  readonly rule: RuleName;
}

/** What an entry of an authentication keeps beside the transaction. */
export interface PayerAuthentication extends Omit<AuthenticationVerdict, "result"> {
  readonly stage: AuthenticationStage;
  /** What a rule decided when it was initiated, for when the issuer is asked; undefined: no rule did. */
  readonly planned: PlannedVerdict | undefined;
  readonly scheme: Scheme;
  /** authentication.3ds2.3dsServerTransactionId: nobody can guess it, as it opens the challenge. */
  readonly serverTransactionId: string;
  /** The same in the words of the issuer and of the directory server. */
  readonly acsTransactionId: string;
  readonly dsTransactionId: string;
  /** 64 hexadecimal digits that nobody can guess: where the issuer's pages send the browser back to. */
  readonly callbackId: string;
  /** Where browsers reach the sandbox. */
  readonly origin: string;
  /** Whether the issuer's page for browser data has said that it is done. */
  readonly methodCompleted: boolean;
  /** Whether the payer has a part in it; undefined: it is not known before the issuer is asked. */
  readonly payerInteraction: "NOT_POSSIBLE" | "NOT_REQUIRED" | "REQUIRED" | undefined;
  /** The session with whose key the result is encrypted that passes through the browser. */
  readonly sessionId: string | undefined;
  /** The result for the browser, as fields of a form; undefined: the browser has nothing to bring to the merchant. */
  readonly returned: readonly (readonly [name: string, value: string])[] | undefined;
  /** The payer was asked and gave up: authentication.3ds2.challengeCancel of the issuer is 01. */
  readonly isCancelled: boolean;
  /** When a challenge ends without the payer, in milliseconds since 1970 by the merchant's clock. */
  readonly endsAt: number | undefined;
}

/** An acquirer has no part in it. */
export function outcomeOfStage(reached: AuthenticationStage): Outcome {
  const { gatewayCode } = STAGES[reached];
  return {
    gatewayCode,
    result: GATEWAY_CODES[gatewayCode].result,
    acquirerCode: undefined,
    acquirerMessage: undefined,
    securityCode: undefined,
    address: undefined,
  };
}

/** Whether the issuer answers for the payer, so that a dispute is not the merchant's. */
export function shiftsLiability({ stage: reached }: PayerAuthentication): boolean {
  return reached === "SUCCESSFUL" || reached === "ATTEMPTED" || reached === "EXEMPT";
}

/** Whether the issuer or the payer has still to answer. */
export function isOpen({ stage: reached }: PayerAuthentication): boolean {
  return reached === "AVAILABLE" || reached === "CHALLENGE";
}

/** A payment with it is declined: the payer failed, the issuer said no, or nobody has finished it (assumption A281). */
export function forbidsPayment({ stage: reached }: PayerAuthentication): boolean {
  return ["AVAILABLE", "CHALLENGE", "FAILED", "REJECTED"].includes(reached);
}

const OF_MASTERCARD: readonly Scheme[] = ["MAESTRO", "MASTERCARD"];

/** authentication.3ds.acsEci where the table of test cards has none of its own (assumption A279). */
export function usualEci(result: AuthenticationResult, scheme: Scheme): string | undefined {
  const isMastercard = OF_MASTERCARD.includes(scheme);
  if (result === "SUCCESSFUL") return isMastercard ? "02" : "05";
  return result === "ATTEMPTED" ? (isMastercard ? "01" : "06") : undefined;
}

/** The token where the table of test cards has none of its own: one that is known of each kind of result. */
export function usualToken(result: AuthenticationResult): string | undefined {
  if (result === "SUCCESSFUL") return "mHyn+7YFi1EUAREAAAAvNUe6Hv8=";
  return result === "ATTEMPTED" ? "nHyn+7YFi1EUAREAAAAvNUe6Hv8=" : undefined;
}

/** The same of a payer who was asked and did not pass, where one who passes has this one. */
export function failedEci(scheme: Scheme, passed = usualEci("SUCCESSFUL", scheme)): string {
  return passed === "02" ? "00" : "07";
}

/** What a payer can come to on the issuer's page. */
export const CHALLENGE_CHOICES = ["SUCCESSFUL", "FAILED", "CANCELLED", "UNAVAILABLE", "REJECTED"] as const;
export type ChallengeChoice = (typeof CHALLENGE_CHOICES)[number];

/** The authentication once its challenge is over. */
export function challenged(
  before: PayerAuthentication,
  choice: ChallengeChoice,
  reasonCode?: string,
): PayerAuthentication {
  const isPassed = choice === "SUCCESSFUL";
  return {
    ...before,
    stage: choice === "CANCELLED" ? "FAILED" : choice,
    isCancelled: choice === "CANCELLED",
    reasonCode,
    eci: isPassed
      ? (before.eci ?? usualEci("SUCCESSFUL", before.scheme))
      : failedEci(before.scheme, before.eci),
    token: isPassed ? "kHyn+7YFi1EUAREAAAAvNUe6Hv8=" : undefined,
    endsAt: undefined,
  };
}

/** How long a challenge waits for the payer (assumption A280). */
export const CHALLENGE_LIFE_MS = 10 * 60_000;

/** Of a payer who never came back: the issuer's page timed out (EMV 3-D Secure, transStatusReason). */
export const TIMED_OUT_REASON = "14";

/** What the scenario decides of an authentication. */
export interface AuthenticationDecision extends Deliberation {
  readonly verdict: AuthenticationVerdict;
  /** The rule that said so; undefined: a table did, or nobody. */
  readonly rule: RuleName | undefined;
  /** The step that the gateway fails in, with an error; undefined: none. */
  readonly failsIn: "AUTHENTICATE_PAYER" | "INITIATE_AUTHENTICATION" | undefined;
}
