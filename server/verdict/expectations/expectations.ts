import type { FaultKind } from "../../domain/record/effects.ts";
import type { FindingCode } from "../../domain/record/finding.ts";
import type { RefusalReason } from "../../domain/record/refusal.ts";
import type { Weights } from "../conduct/scorecard.ts";

/** What a test expects of a client, as it is written (schemas/expectations.json). */
export interface Expectations {
  /** Whose traffic it is about, when the command line does not say. */
  readonly merchant?: string;
  /** A time, or the id of an exchange: only what came from then on or behind it counts. */
  readonly since?: string;
  readonly conduct?: Weights;
  readonly expectations?: readonly Expectation[];
}

export type Expectation = OrderExpectation | CountExpectation | AbsenceExpectation;

interface Named {
  readonly id?: string;
  /** The test plan's own number. */
  readonly case?: string;
  readonly note?: string;
}

/** What became of the money: of one order, or of all orders with the reference taken together. */
export interface OrderExpectation extends Named, Partial<Record<Movement, MovementClaim>> {
  readonly order?: string;
  readonly reference?: string;
  readonly exists?: boolean;
  readonly status?: string | readonly string[];
  readonly currency?: string;
  readonly totals?: Readonly<Partial<Record<Movement, string>>>;
}

export const MOVEMENTS = ["authorized", "captured", "refunded", "disbursed"] as const;
export type Movement = (typeof MOVEMENTS)[number];

/** An amount alone means exactly once. */
export type MovementClaim = string | { readonly amount?: string; readonly times: number };

/** How many exchanges a filter finds. */
export interface CountExpectation extends Named {
  readonly exchanges: WrittenFilter;
  readonly exactly?: number;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Something that must not have happened. */
export interface AbsenceExpectation extends Named {
  readonly never: Absence;
  readonly where?: WrittenFilter;
  readonly withinMinutes?: number;
}

export const ABSENCES = [
  "double-payment",
  "missing-correlation-id",
  "reused-transaction-id",
  "unresolved-lost-answer",
  "void-after-capture",
] as const;
export type Absence = (typeof ABSENCES)[number];

/** The journal's filters, as people write them. */
export interface WrittenFilter {
  readonly operation?: string;
  readonly version?: number;
  readonly order?: string;
  readonly transaction?: string;
  readonly status?: number;
  readonly outcome?: string;
  readonly refusal?: RefusalReason;
  readonly finding?: FindingCode;
  readonly rule?: string;
  readonly case?: string;
  readonly fault?: FaultKind;
  readonly since?: string;
}
