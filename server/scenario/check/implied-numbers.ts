import { parseAmount } from "../../domain/money.ts";
import { VERSION_MAX, VERSION_MIN } from "../../domain/operation.ts";
import type { When } from "../conditions.ts";
import type { AmountRange } from "../conditions/amounts.ts";
import { listOf } from "../conditions/condition.ts";
import type { OneOrMore } from "../conditions/condition.ts";
import type { NumberRange } from "../conditions/numbers.ts";
import type { Implied } from "./implied-texts.ts";

/** Whole numbers from the first to the last, both included. */
interface Stretch {
  readonly first: number;
  readonly last: number;
}

/** Stretches are told apart number by number up to here. */
const COUNTED_MAX = 100;

/** A request always has a version and an attempt, so that a condition on all of them asks nothing. */
const EVERY = { version: { first: VERSION_MIN, last: VERSION_MAX }, attempt: { first: 1, last: Infinity } };

export function numberImplied(name: keyof typeof EVERY): Implied {
  return (earlier, later) => {
    const given = stretchesOf(later[name]) ?? [EVERY[name]];
    return areEnclosed(given, stretchesOf(earlier[name]) ?? []);
  };
}

/** A request may have no amount; with any condition on it, it has one. */
export const amountImplied: Implied = (earlier, later) => {
  const given = amountsOf(later.amount);
  return given !== undefined && areEnclosed(given, amountsOf(earlier.amount) ?? []);
};

export const amountEndsImplied: Implied = (earlier, later) => {
  if (later.amountEnds === undefined || earlier.amountEnds === undefined) return false;
  const wanted = listOf(earlier.amountEnds);
  return listOf(later.amountEnds).every((end) => wanted.some((other) => end.endsWith(other)));
};

function stretchesOf(wanted: When["version"]): readonly Stretch[] | undefined {
  if (wanted === undefined) return undefined;
  if (typeof wanted === "object" && !Array.isArray(wanted)) {
    const { min = -Infinity, max = Infinity } = wanted as NumberRange;
    return [{ first: min, last: max }];
  }
  return listOf(wanted as OneOrMore<number>).map((number) => ({ first: number, last: number }));
}

/** Amounts in whole thousandths. */
function amountsOf(wanted: When["amount"]): readonly Stretch[] | undefined {
  if (wanted === undefined) return undefined;
  if (typeof wanted === "object" && !Array.isArray(wanted)) {
    const { min = "0", max } = wanted as AmountRange;
    return [{ first: thousandths(min), last: max === undefined ? Infinity : thousandths(max) }];
  }
  return listOf(wanted as OneOrMore<string>).map((text) => ({
    first: thousandths(text),
    last: thousandths(text),
  }));
}

/** The schema lets amounts only pass; what were none would be like nothing else. */
function thousandths(text: string): number {
  return parseAmount(text) ?? Number.NaN;
}

function areEnclosed(inner: readonly Stretch[], outer: readonly Stretch[]): boolean {
  const isIn = ({ first, last }: Stretch): boolean =>
    outer.some((other) => first >= other.first && last <= other.last);
  return inner.every((stretch) => isIn(stretch) || piecesOf(stretch).every(isIn));
}

/** Version 1 to 3 lies in the list 1, 2, 3. */
function piecesOf({ first, last }: Stretch): readonly Stretch[] {
  if (!(last - first < COUNTED_MAX)) return [{ first, last }];
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    first: first + index,
    last: first + index,
  }));
}
