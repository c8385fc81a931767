import type { Expectations } from "../verdict/expectations.ts";
import type { ExpectationPlace } from "../verdict/expectations-reader.ts";
import type { MerchantVerdict, VerdictSubject } from "../verdict/verdict-report.ts";

/** What is to be looked at. */
export interface VerifyWish {
  readonly expectations: Expectations;
  /** Where they stand. */
  readonly places: readonly ExpectationPlace[];
  /** Undefined: every merchant, which only conduct can be asked of. */
  readonly merchant: string | undefined;
}

/** What came of it, from a running sandbox or from a journal file. */
export interface VerifyMaterial extends Omit<VerdictSubject, "places"> {
  readonly verdicts: readonly MerchantVerdict[];
}
