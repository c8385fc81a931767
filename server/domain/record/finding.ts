import type { ValidationType } from "./refusal.ts";

/** How strictly a merchant's requests are held against the contract (docs/architecture.md, Modes). */
export const MODES = ["strict", "gateway", "observe"] as const;
export type Mode = (typeof MODES)[number];

/** What kind of remark a finding is; also its place in the order of precedence. */
export const FINDING_CODES = [
  "unknown",
  "missing",
  "type",
  "fixed",
  "enumeration",
  "length",
  "range",
  "format",
  "count",
  "contradiction",
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

/** `violation` refuses (except in mode observe), `deviation` is taken and recorded, `note` only informs. */
export type Severity = "violation" | "deviation" | "note";

/** A value that a member can have. */
export type MeantValue = boolean | number | string;

/** One remark of the contract on a request. Never holds card data. */
export interface Finding {
  readonly severity: Severity;
  readonly code: FindingCode;
  /** Dotted path, arrays as `leg[0]`. */
  readonly field: string;
  /** JSON pointer into the request body (RFC 6901). */
  readonly pointer: string;
  /** JSON pointer of the group or list that the contract does not know, when it does not; `pointer` goes on to its first leaf. */
  readonly member?: string | undefined;
  /** What the contract requires, in words: "text of 1 to 40 characters". */
  readonly expected: string;
  /** What came, masked and shortened. */
  readonly got: string;
  /** The sentence for people: field, the value's fault, the rule. */
  readonly message: string;
  /** The gateway's wording for `error.explanation`. */
  readonly explanation: string;
  readonly validationType: ValidationType;
  /** The name with its path, or the value, that was probably meant; absent where only the caller can know it. */
  readonly meant?: MeantValue | undefined;
  /** The schema file, relative to schemas/, and the JSON pointer of the rule in it. */
  readonly contract: { readonly file: string; readonly pointer: string };
  /** The specification's section, e.g. "2.10"; undefined for assumed members without one. */
  readonly section: string | undefined;
  /** Whether the rule is the specification's or was completed by assumption. */
  readonly source: "interface" | "assumed";
}
