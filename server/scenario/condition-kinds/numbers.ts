import type { Facts } from "../../domain/record/decision.ts";
import { isObject } from "../../domain/json.ts";
import { listOf } from "./condition.ts";
import type { ConditionKind, Mistake, OneOrMore, Question } from "./condition.ts";
import { either } from "./words.ts";

/** Both ends are included; one of them may be left open. */
interface NumberRange {
  readonly min?: number;
  readonly max?: number;
}

export type NumbersWanted = OneOrMore<number> | NumberRange;

/** Whole numbers from the first to the last, both included. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

interface NumberSubject {
  /** What messages call it. */
  readonly noun: string;
  readonly fact: (facts: Facts) => number;
  /** All that a request can have: a condition on all of them asks nothing. */
  readonly every: Stretch;
}

/** A number that every request has: this one, one of a list, or one of a range. */
export function numberCondition({
  noun,
  fact,
  every,
}: NumberSubject): Pick<ConditionKind<NumbersWanted>, "ask" | "isImplied" | "mistakes"> {
  return {
    ask: (wanted) => numberQuestion(fact, wanted),
    isImplied: (wanted, same) =>
      areEnclosed(same === undefined ? [every] : stretchesOf(same), stretchesOf(wanted)),
    mistakes: (written) => rangeMistakes(written, noun, (end) => (typeof end === "number" ? end : undefined)),
  };
}

export function isRange<Range extends object>(
  wanted: string | number | readonly (string | number)[] | Range,
): wanted is Range {
  return typeof wanted === "object" && !Array.isArray(wanted);
}

/** Whether each of the inner ones lies within the outer ones. */
export function areEnclosed(inner: readonly Stretch[], outer: readonly Stretch[]): boolean {
  const isIn = ({ first, last }: Stretch): boolean =>
    outer.some((other) => first >= other.first && last <= other.last);
  return inner.every((stretch) => isIn(stretch) || piecesOf(stretch).every(isIn));
}

/** Of a range, whose ends are read by the function. */
export function rangeMistakes(
  written: unknown,
  noun: string,
  read: (end: unknown) => number | undefined,
): readonly Mistake[] {
  if (!isObject(written)) return [];
  const [min, max] = [read(written["min"]), read(written["max"])];
  if (min === undefined || max === undefined || min <= max) return [];
  return [{ pointer: "/max", message: `max is smaller than min: no ${noun} can match` }];
}

function numberQuestion(fact: NumberSubject["fact"], wanted: NumbersWanted): Question {
  const got = (facts: Facts): string => String(fact(facts));
  if (isRange(wanted)) {
    const { min = -Infinity, max = Infinity } = wanted;
    const holds = (facts: Facts): boolean => fact(facts) >= min && fact(facts) <= max;
    return { holds, wanted: rangeText(wanted), got };
  }
  const numbers = new Set(listOf(wanted));
  return { holds: (facts) => numbers.has(fact(facts)), wanted: either(listOf(wanted).map(String)), got };
}

function rangeText({ min, max }: NumberRange): string {
  if (min === undefined) return `up to ${max ?? "any"}`;
  return max === undefined ? `from ${min}` : `from ${min} to ${max}`;
}

function stretchesOf(wanted: NumbersWanted): readonly Stretch[] {
  if (isRange(wanted)) return [{ first: wanted.min ?? -Infinity, last: wanted.max ?? Infinity }];
  return listOf(wanted).map((number) => ({ first: number, last: number }));
}

/** Stretches are told apart number by number up to here. */
const COUNTED_MAX = 100;

/** Version 1 to 3 lies in the list 1, 2, 3. */
function piecesOf({ first, last }: Stretch): readonly Stretch[] {
  if (!(last - first < COUNTED_MAX)) return [{ first, last }];
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    first: first + index,
    last: first + index,
  }));
}
