import { maskText } from "../../domain/card/card.ts";
import { scorecardOf } from "../conduct/scorecard.ts";
import type { Scorecard } from "../conduct/scorecard.ts";
import type { CountExpectation, Expectation, Expectations } from "./expectations.ts";
import { foundAbsence } from "./absence.ts";
import { filterWords, meant, sinceOf } from "./filter.ts";
import { foundOrder } from "./order.ts";
import type { OrderEvidence } from "./order.ts";
import type { Found } from "./outcome.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import { countedWords } from "./outcome.ts";

/** One expectation, and what came of it. */
export interface Verified extends Found {
  /** As it is written, or its place in the list, from 1. */
  readonly id: string;
  readonly case: string | undefined;
  readonly note: string | undefined;
}

export interface Verdict {
  /** Every expectation is met, and no rule of conduct that counts as an error is broken. */
  readonly passed: boolean;
  readonly expectations: readonly Verified[];
  readonly conduct: Scorecard;
}

/**
 * Holds what one merchant's client did against what was expected of it. Undefined: the exchange that it shall begin
 * behind is not among the exchanges.
 */
export function verdictOf(wish: Expectations, evidence: OrderEvidence): Verdict | undefined {
  const { since, conduct: weights, expectations = [] } = wish;
  const exchanges = since === undefined ? evidence.exchanges : sinceOf(evidence.exchanges, since);
  if (exchanges === undefined) return undefined;
  // Where something was left out in front, what was pushed out before it is left out as well.
  const isWhole = exchanges.length === evidence.exchanges.length;
  const conduct = scorecardOf(
    { exchanges, notifications: evidence.notifications ?? [], gone: isWhole ? (evidence.gone ?? 0) : 0 },
    weights,
  );
  const verified = expectations.map((expectation, index) => {
    const { id = String(index + 1), case: number, note } = expectation;
    const named = { id: maskText(id), case: number && maskText(number), note: note && maskText(note) };
    return { ...named, ...foundOf(expectation, { ...evidence, exchanges }) };
  });
  const passed = conduct.passed && verified.every((it) => it.passed);
  return { passed, expectations: verified, conduct };
}

function foundOf(expectation: Expectation, evidence: OrderEvidence): Found {
  if ("exchanges" in expectation) return foundCount(expectation, evidence.exchanges);
  if ("never" in expectation) return foundAbsence(expectation, evidence.exchanges);
  return foundOrder(expectation, evidence);
}

/** Whether the filter finds as many exchanges as it should. */
function foundCount(expectation: CountExpectation, exchanges: readonly Exchange[]): Found {
  const { exactly, atLeast = exactly ?? 0, atMost = exactly ?? Infinity } = expectation;
  const found = meant(exchanges, expectation.exchanges);
  const words = filterWords(expectation.exchanges);
  return {
    passed: found.length >= atLeast && found.length <= atMost,
    expected: `${boundsWords(expectation)}${words === "" ? "" : ` with ${words}`}`,
    happened: countedWords(found.length, "exchange"),
    exchanges: found.map(({ id }) => id),
  };
}

function boundsWords({ exactly, atLeast, atMost }: CountExpectation): string {
  if (exactly !== undefined) return `exactly ${countedWords(exactly, "exchange")}`;
  if (atLeast === undefined) return `at most ${countedWords(atMost ?? 0, "exchange")}`;
  return atMost === undefined
    ? `at least ${countedWords(atLeast, "exchange")}`
    : `${atLeast} to ${countedWords(atMost, "exchange")}`;
}
