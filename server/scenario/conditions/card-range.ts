import { listOf } from "./condition.ts";
import type { OneOrMore, Question } from "./condition.ts";
import { CARD_NUMBER, either, leadingDigits, told } from "./telling.ts";

/** Full numbers, or as many leading digits of them as min and max have, which is the same for both. */
export interface CardRange {
  readonly min: string;
  readonly max: string;
}

/** Texts of equally many digits compare as their numbers do. */
export function cardRange(wanted: OneOrMore<CardRange>): Question {
  const ranges = listOf(wanted);
  return {
    holds: ({ card }) => {
      const number = card?.number;
      return number !== undefined && ranges.some((range) => isIn(range, number));
    },
    wanted: either(ranges.map(({ min, max }) => `from ${leadingDigits(min)} to ${leadingDigits(max)}`)),
    got: told(({ card }) => card?.number, CARD_NUMBER),
  };
}

function isIn({ min, max }: CardRange, number: string): boolean {
  const start = number.slice(0, min.length);
  return start.length === min.length && start >= min && start <= max;
}
