import { maskText } from "../../domain/card/card.ts";
import type { FaultKind } from "../../domain/record/effects.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import type { FindingCode } from "../../domain/record/finding.ts";
import type { RefusalReason } from "../../domain/record/refusal.ts";
import { isoTime, msOfTime } from "../../domain/time.ts";
import { isMeant } from "../../journal/exchange-filter.ts";
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

/** What came of one expectation. */
export interface Found {
  readonly passed: boolean;
  readonly expected: string;
  readonly happened: string;
  /** Ids of the exchanges that show it. */
  readonly exchanges: readonly string[];
}

export function timesWords(count: number): string {
  if (count === 0) return "never";
  if (count === 1) return "once";
  return count === 2 ? "twice" : `${count} times`;
}

export function countedWords(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The time as exchanges show it; undefined when the text is none, and then it may be the id of an exchange. */
function timeOf(text: string): string | undefined {
  const time = msOfTime(text);
  return time === undefined ? undefined : isoTime(time);
}

/** The exchanges from a time on, or behind the one of an id; undefined when that one is not there. */
export function sinceOf(exchanges: readonly Exchange[], since: string): readonly Exchange[] | undefined {
  const time = timeOf(since);
  if (time !== undefined) return exchanges.filter(({ at }) => at >= time);
  const index = exchanges.findIndex(({ id }) => id === since);
  return index < 0 ? undefined : exchanges.slice(index + 1);
}

/** Ids of orders and transactions are masked in exchanges, so that they are found by their masked form. */
export function meant(exchanges: readonly Exchange[], written: WrittenFilter): readonly Exchange[] {
  const { order, transaction, since, ...others } = written;
  const filter = {
    ...others,
    order: order === undefined ? undefined : maskText(order),
    transaction: transaction === undefined ? undefined : maskText(transaction),
  };
  const from = since === undefined ? exchanges : (sinceOf(exchanges, since) ?? []);
  return from.filter((exchange) => isMeant(filter, exchange));
}

/** `operation PAY, outcome DECLINED`; "" when it means every exchange. */
export function filterWords(written: WrittenFilter): string {
  return Object.entries(written)
    .map(([name, value]) => `${name} ${maskText(String(value))}`)
    .join(", ");
}
