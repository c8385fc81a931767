/** Why a request is refused. Status and cause of each stand in gateway/refusals.ts. */
export const REFUSAL_REASONS = [
  "unknown-path",
  "wrong-method",
  "bad-credentials",
  "foreign-merchant",
  "bad-certificate",
  "foreign-page",
  "body-too-large",
  "header-too-large",
  "request-too-slow",
  "unreadable-request",
  "contract",
  "rule",
  "not-permitted",
  "busy",
  "bug",
] as const;

export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** The gateway's own three words for what is wrong with a field. */
export type ValidationType = "INVALID" | "MISSING" | "UNSUPPORTED";

/** A field of the request, dotted, and what is wrong with it. */
export interface FieldFault {
  readonly field: string;
  readonly validationType: ValidationType;
}

/**
 * An error of the caller, not of ours: nobody looks for the place in the code. Collecting the calls that led there would
 * take longer than everything else about it (docs/decisions/0009-speed.md).
 */
class Untraced extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The caller's mistake: nothing is recorded on the order, and an error body answers. Never holds card data. */
export class Refusal extends Untraced {
  override readonly name = "Refusal";
  readonly reason: RefusalReason;
  readonly explanation: string;
  readonly fault: FieldFault | undefined;

  constructor(reason: RefusalReason, explanation: string, fault?: FieldFault) {
    super(explanation);
    this.reason = reason;
    this.explanation = explanation;
    this.fault = fault;
  }
}
