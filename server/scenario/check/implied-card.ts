import { schemeOf } from "../../domain/card.ts";
import { textsOf } from "../conditions.ts";
import type { When } from "../conditions.ts";
import type { CardRange } from "../conditions/card-range.ts";
import { listOf } from "../conditions/condition.ts";
import { isSubset } from "./implied-texts.ts";
import type { Implied } from "./implied-texts.ts";

/** A whole number is only ever made sure of by itself. */
export const cardImplied: Implied = (earlier, later) =>
  later.card !== undefined && isSubset(textsOf(later.card), textsOf(earlier.card));

export const cardPrefixImplied: Implied = (earlier, later) =>
  startsImplied(
    textsOf(earlier.cardPrefix).map((prefix) => ({ min: prefix, max: prefix })),
    later,
  );

export const cardRangeImplied: Implied = (earlier, later) =>
  earlier.cardRange !== undefined && startsImplied(listOf<CardRange>(earlier.cardRange), later);

export const schemeImplied: Implied = ({ scheme }, later) => {
  const wanted = textsOf(scheme);
  if (later.scheme !== undefined && isSubset(textsOf(later.scheme), wanted)) return true;
  return later.card !== undefined && textsOf(later.card).every((number) => wanted.includes(schemeOf(number)));
};

/** A prefix is a range of one; a whole number lies in every range that its own digits lie in. */
function startsImplied(wanted: readonly CardRange[], later: When): boolean {
  const given = [
    textsOf(later.card).map(ofOne),
    textsOf(later.cardPrefix).map(ofOne),
    later.cardRange === undefined ? [] : listOf<CardRange>(later.cardRange),
  ].filter((ranges) => ranges.length > 0);
  return given.some((ranges) => ranges.every((range) => wanted.some((other) => encloses(other, range))));
}

function ofOne(digits: string): CardRange {
  return { min: digits, max: digits };
}

/** Numbers shorter than a range's digits are not in it, so that the inner one must say as many digits at least. */
function encloses(outer: CardRange, inner: CardRange): boolean {
  const digits = outer.min.length;
  return (
    inner.min.length >= digits &&
    inner.min.slice(0, digits) >= outer.min &&
    inner.max.slice(0, digits) <= outer.max
  );
}
