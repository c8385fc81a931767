import { maskText } from "../../domain/card/card.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import type { Steps } from "../../domain/steps.ts";
import type { ReportIssue } from "../../report/report.ts";
import { groupedBy } from "../conduct/grouped.ts";
import { scorecardOf } from "../conduct/scorecard.ts";
import type { Scorecard } from "../conduct/scorecard.ts";
import { foundAbsence } from "./absence.ts";
import { countedWords, filterWords, meant, sinceOf } from "./expectations.ts";
import type { CountExpectation, Expectation, Expectations, Found } from "./expectations.ts";
import { foundOrder } from "./order.ts";
import type { OrderEvidence } from "./order.ts";

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
export function* verdictOf(expected: Expectations, evidence: OrderEvidence): Steps<Verdict | undefined> {
  const { since, conduct: weights, expectations = [] } = expected;
  const exchanges = since === undefined ? evidence.exchanges : sinceOf(evidence.exchanges, since);
  if (exchanges === undefined) return undefined;
  // Where something was left out in front, what was pushed out before it is left out as well.
  const isWhole = exchanges.length === evidence.exchanges.length;
  const conduct = yield* scorecardOf(
    { exchanges, notifications: evidence.notifications ?? [], gone: isWhole ? (evidence.gone ?? 0) : 0 },
    weights,
  );
  const verified: Verified[] = [];
  for (const [index, expectation] of expectations.entries()) {
    yield;
    const { id = String(index + 1), case: number, note } = expectation;
    const named = { id: maskText(id), case: number && maskText(number), note: note && maskText(note) };
    verified.push({ ...named, ...foundOf(expectation, { ...evidence, exchanges }) });
  }
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

/** The rule of a verdict that was made of nothing. */
export const NOTHING_LOOKED_AT = "nothing-looked-at";

/** Requests that never proved whose they are: no merchant's verdict tells of them. One issue for each reason. */
export function nobodysIssues(exchanges: readonly Exchange[]): readonly ReportIssue[] {
  const refused = exchanges.filter(
    ({ merchantId, refusal }) => merchantId === undefined && refusal !== undefined,
  );
  return [...groupedBy(refused, ({ refusal }) => refusal?.reason)].map(([reason = "", same]) => ({
    ruleId: "requests-of-nobody",
    ruleTitle: "Requests that reached no merchant",
    ruleHelp: "docs/verify.md#requests-that-got-through-to-nobody",
    severity: "warning",
    message: `${countedWords(same.length, "request")} refused as ${reason}: ${same[0]?.refusal?.explanation ?? ""}`,
    count: same.length,
    exchanges: same.map(({ id }) => id),
  }));
}

/** Good conduct of nobody tells nothing. */
export function nothingIssues(verdicts: readonly Pick<Verdict, "conduct">[]): readonly ReportIssue[] {
  if (verdicts.some(({ conduct }) => conduct.exchanges > 0)) return [];
  return [
    {
      ruleId: NOTHING_LOOKED_AT,
      ruleTitle: "Nothing was checked",
      ruleHelp: "docs/verify.md#requests-that-got-through-to-nobody",
      severity: "warning",
      message: "The exchanges contain no request of a merchant, so the verdict is meaningless.",
      count: 1,
      exchanges: [],
    },
  ];
}
