import type { JsonObject } from "../json.ts";
import type { Amount } from "../money.ts";
import type { Deliberation } from "../record/deliberation.ts";

/** What a transaction came to. ERROR is only ever in an error body. */
export const RESULTS = ["SUCCESS", "FAILURE", "PENDING", "UNKNOWN"] as const;
export type Result = (typeof RESULTS)[number];

interface GatewayCodeMeaning {
  readonly result: Result;
  /** ISO 8583 style response code that the simulated acquirer sends along; undefined when it never answered. */
  readonly acquirerCode: string | undefined;
  readonly acquirerMessage: string | undefined;
}

const answered = (result: Result, acquirerCode: string, acquirerMessage: string): GatewayCodeMeaning => ({
  result,
  acquirerCode,
  acquirerMessage,
});
const unanswered = (result: Result): GatewayCodeMeaning => ({
  result,
  acquirerCode: undefined,
  acquirerMessage: undefined,
});

/** Every response.gatewayCode of version 100 and what it comes with by default (assumption A78). */
export const GATEWAY_CODES = {
  ABORTED: unanswered("FAILURE"),
  ACQUIRER_SYSTEM_ERROR: answered("FAILURE", "96", "System error"),
  APPROVED: answered("SUCCESS", "00", "Approved"),
  APPROVED_AUTO: unanswered("SUCCESS"),
  APPROVED_PENDING_SETTLEMENT: answered("SUCCESS", "00", "Approved, pending settlement"),
  AUTHENTICATION_FAILED: unanswered("FAILURE"),
  AUTHENTICATION_IN_PROGRESS: unanswered("SUCCESS"),
  BALANCE_AVAILABLE: answered("SUCCESS", "00", "Approved"),
  BALANCE_UNKNOWN: answered("SUCCESS", "00", "Balance unknown"),
  BLOCKED: answered("FAILURE", "62", "Restricted card"),
  CANCELLED: unanswered("FAILURE"),
  DECLINED: answered("FAILURE", "05", "Do not honour"),
  DECLINED_AVS: answered("FAILURE", "05", "Declined, address"),
  DECLINED_AVS_CSC: answered("FAILURE", "05", "Declined, address and security code"),
  DECLINED_CSC: answered("FAILURE", "82", "Declined, security code"),
  DECLINED_DO_NOT_CONTACT: answered("FAILURE", "04", "Do not contact issuer"),
  DECLINED_INVALID_PIN: answered("FAILURE", "55", "Incorrect PIN"),
  DECLINED_PAYMENT_PLAN: answered("FAILURE", "57", "Payment plan not permitted"),
  DECLINED_PIN_REQUIRED: answered("FAILURE", "70", "PIN required"),
  DEFERRED_TRANSACTION_RECEIVED: unanswered("PENDING"),
  DUPLICATE_BATCH: unanswered("FAILURE"),
  EXCEEDED_RETRY_LIMIT: answered("FAILURE", "75", "Retry limit exceeded"),
  EXPIRED_CARD: answered("FAILURE", "54", "Expired card"),
  INSUFFICIENT_FUNDS: answered("FAILURE", "51", "Insufficient funds"),
  INVALID_CSC: answered("FAILURE", "82", "Invalid security code"),
  LOCK_FAILURE: unanswered("FAILURE"),
  NOT_ENROLLED_3D_SECURE: unanswered("FAILURE"),
  NOT_SUPPORTED: answered("FAILURE", "40", "Function not supported"),
  NO_BALANCE: answered("SUCCESS", "00", "No balance"),
  PARTIALLY_APPROVED: answered("SUCCESS", "10", "Partially approved"),
  PENDING: unanswered("PENDING"),
  REFERRED: answered("FAILURE", "01", "Refer to issuer"),
  SUBMITTED: unanswered("PENDING"),
  SYSTEM_ERROR: unanswered("FAILURE"),
  TIMED_OUT: answered("FAILURE", "68", "Response received too late"),
  UNKNOWN: unanswered("UNKNOWN"),
  UNSPECIFIED_FAILURE: answered("FAILURE", "06", "Error"),
} as const satisfies Record<string, GatewayCodeMeaning>;

export type GatewayCode = keyof typeof GATEWAY_CODES;
export const GATEWAY_CODE_NAMES = Object.keys(GATEWAY_CODES) as readonly GatewayCode[];

export function isGatewayCode(name: string): name is GatewayCode {
  return Object.hasOwn(GATEWAY_CODES, name);
}

/** The outcome of a code by itself, when neither a card nor a scenario has a part in it. */
export function plainOutcomeOf(gatewayCode: GatewayCode): Outcome {
  return { gatewayCode, ...GATEWAY_CODES[gatewayCode], securityCode: undefined, address: undefined };
}

export const SECURITY_CODE_RESULTS = [
  "MATCH",
  "NOT_PRESENT",
  "NOT_PROCESSED",
  "NOT_SUPPORTED",
  "NO_MATCH",
] as const;
export type SecurityCodeResult = (typeof SECURITY_CODE_RESULTS)[number];

export const ADDRESS_RESULTS = [
  "ADDRESS_MATCH",
  "ADDRESS_ZIP_MATCH",
  "NAME_ADDRESS_MATCH",
  "NAME_MATCH",
  "NAME_ZIP_MATCH",
  "NOT_AVAILABLE",
  "NOT_REQUESTED",
  "NOT_VERIFIED",
  "NO_MATCH",
  "SERVICE_NOT_AVAILABLE_RETRY",
  "SERVICE_NOT_SUPPORTED",
  "ZIP_MATCH",
] as const;
export type AddressResult = (typeof ADDRESS_RESULTS)[number];

/** What the simulated acquirer answered. */
export interface Outcome {
  readonly gatewayCode: GatewayCode;
  readonly result: Result;
  readonly acquirerCode: string | undefined;
  readonly acquirerMessage: string | undefined;
  /** Undefined when no security code was sent. */
  readonly securityCode: SecurityCodeResult | undefined;
  /** Undefined when no billing street was sent. */
  readonly address: AddressResult | undefined;
  /** What the risk service advised, when a scenario says so. */
  readonly risk?: RiskRecommendation | undefined;
  /** What was approved of the amount asked for; undefined: all of it. */
  readonly approvedAmount?: Amount | undefined;
  /** Members that a scenario adds to the answer; what the gateway fills itself stays. */
  readonly extra?: JsonObject | undefined;
  /** The answer holds unknown members in any order. */
  readonly chaos?: boolean | undefined;
}

/** What the risk service advises. */
export const RISK_RECOMMENDATIONS = ["ACCEPT", "REJECT", "REVIEW"] as const;
export type RiskRecommendation = (typeof RISK_RECOMMENDATIONS)[number];

/** The same in the words of the answer. */
interface RiskMeaning {
  readonly gatewayCode: "ACCEPTED" | "REJECTED" | "REVIEW_REQUIRED";
  /** What is left to be decided by a person. */
  readonly review: "NOT_REQUIRED" | "PENDING";
  readonly result: Extract<Result, "SUCCESS" | "FAILURE">;
}

/** A rejected assessment is a failed one, which no update mends (assumption A164). */
export const RISK_MEANINGS: Readonly<Record<RiskRecommendation, RiskMeaning>> = {
  ACCEPT: { gatewayCode: "ACCEPTED", review: "NOT_REQUIRED", result: "SUCCESS" },
  REJECT: { gatewayCode: "REJECTED", review: "NOT_REQUIRED", result: "FAILURE" },
  REVIEW: { gatewayCode: "REVIEW_REQUIRED", review: "PENDING", result: "SUCCESS" },
};

export interface RiskDecision extends Deliberation {
  readonly recommendation: RiskRecommendation;
}

/** The risk service's last word on a risk assessment. */
export interface RiskAdvice {
  readonly recommendation: RiskRecommendation;
  /** Id of the rule of the risk service; undefined when none had an objection. */
  readonly rule: string | undefined;
}

/** A risk assessment as it is kept. */
export interface RiskAssessment {
  /** Undefined as long as the merchant only gave information. */
  readonly advice: RiskAdvice | undefined;
  /** The latest request, masked. */
  readonly request: JsonObject;
}

export function resultOf({ advice }: Pick<RiskAssessment, "advice">): RiskMeaning["result"] {
  return advice === undefined ? "SUCCESS" : RISK_MEANINGS[advice.recommendation].result;
}
