import { schemeOf } from "../../domain/card/card-scheme.ts";
import { isObject } from "../../domain/json.ts";
import { listOf, placedTexts, textsOf } from "../condition-kinds/condition.ts";
import type {
  ConditionKind,
  Mistake,
  Need,
  OneOrMore,
  PaymentFact,
  PlacedText,
  Question,
} from "../condition-kinds/condition.ts";
import { inCard } from "../condition-kinds/request-place.ts";
import { areAmong, beginningsOf, exactText, noneFits, startsWith } from "../condition-kinds/texts.ts";
import { CARD_NUMBER, CARD_START, either, leadingDigits, shown } from "../condition-kinds/words.ts";

/** Full numbers, or as many leading digits of them as min and max have, which is the same for both. */
export interface CardRange {
  readonly min: string;
  readonly max: string;
}

export interface CardConditions {
  readonly card?: OneOrMore<string>;
  readonly cardPrefix?: OneOrMore<string>;
  readonly cardRange?: OneOrMore<CardRange>;
  readonly scheme?: OneOrMore<string>;
}

const PAYMENT: PaymentFact = { noun: "card" };
const need = (): Need => ({ noun: "card", placeIn: inCard });

export const card: ConditionKind<OneOrMore<string>, CardConditions> = {
  description:
    "The full card number: one or a list. Makes the number a test card. Never matches a request without card details (a follow-up such as CAPTURE).",
  ...exactText((facts) => facts.card?.number, CARD_NUMBER),
  need,
  contradiction: (when) =>
    noneFits(when.card, when.cardPrefix, (number, prefix) => number.startsWith(prefix)) &&
    '"card" does not begin with "cardPrefix"',
  index: { keys: textsOf, lookups: (given) => textsOf(given.card).slice(0, 1) },
  payment: PAYMENT,
  cardNumbers: (written) => placedTexts(written),
};

export const cardPrefix: ConditionKind<OneOrMore<string>, CardConditions> = {
  description: "The first digits of the card number: one or a list.",
  ask: startsWith((facts) => facts.card?.number, CARD_START),
  isImplied: (wanted, _, given) => areNumbersWithin(textsOf(wanted).map(numbersFrom), given),
  need,
  index: {
    keys: textsOf,
    lookups: ({ card: numbers, cardPrefix: prefixes, cardRange: ranges }) => [
      ...beginningsOf(textsOf(numbers)[0]),
      ...beginningsOf(textsOf(prefixes)[0]),
      ...beginningsOf(rangesOf(ranges)[0]?.min),
    ],
  },
  payment: PAYMENT,
};

export const cardRange: ConditionKind<OneOrMore<CardRange>, CardConditions> = {
  description:
    "Card numbers from min to max, both included: one { min, max } or a list. Write full numbers, or as many leading digits in min as in max.",
  ask: rangeQuestion,
  isImplied: (wanted, _, given) => areNumbersWithin(rangesOf(wanted), given),
  need,
  mistakes: (written) => ofEach(written, rangeMistakes),
  payment: PAYMENT,
  cardNumbers: (written) => ofEach(written, wholeNumber),
};

export const scheme: ConditionKind<OneOrMore<string>, CardConditions> = {
  description: "The card scheme that the number belongs to: one or a list.",
  ...exactText((facts) => facts.card?.scheme),
  isImplied: (wanted, same, given) =>
    areAmong(wanted, same) ||
    (given.card !== undefined &&
      textsOf(given.card).every((number) => textsOf(wanted).includes(schemeOf(number)))),
  need,
  contradiction: (when) =>
    (noneFits(when.card, when.scheme, (number, wanted) => schemeOf(number) === wanted) ||
      noneFits(when.cardPrefix, when.scheme, (prefix, wanted) => schemesOf(prefix).has(wanted))) &&
    "numbers with this prefix belong to another scheme",
  payment: PAYMENT,
};

/** Texts of equally many digits compare as their numbers do. */
function rangeQuestion(wanted: OneOrMore<CardRange>): Question {
  const ranges = rangesOf(wanted);
  return {
    holds: (facts) => {
      const number = facts.card?.number;
      return number !== undefined && ranges.some((range) => isIn(range, number));
    },
    wanted: either(ranges.map(({ min, max }) => `from ${leadingDigits(min)} to ${leadingDigits(max)}`)),
    got: shown((facts) => facts.card?.number, CARD_NUMBER),
  };
}

function isIn({ min, max }: CardRange, number: string): boolean {
  const start = number.slice(0, min.length);
  return start.length === min.length && start >= min && start <= max;
}

function rangesOf(wanted: OneOrMore<CardRange> | undefined): readonly CardRange[] {
  return wanted === undefined ? [] : listOf<CardRange>(wanted);
}

/** A prefix is a range of one; a whole number lies in every range that its own digits lie in. */
function areNumbersWithin(wanted: readonly CardRange[], given: CardConditions): boolean {
  const asked = [
    textsOf(given.card).map(numbersFrom),
    textsOf(given.cardPrefix).map(numbersFrom),
    rangesOf(given.cardRange),
  ].filter((ranges) => ranges.length > 0);
  return asked.some((ranges) => ranges.every((range) => wanted.some((other) => encloses(other, range))));
}

function numbersFrom(digits: string): CardRange {
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

/** One range or a list. */
function ofEach<T>(written: unknown, found: (range: unknown, pointer: string) => readonly T[]): readonly T[] {
  return Array.isArray(written)
    ? written.flatMap((range, index) => found(range, `/${index}`))
    : found(written, "");
}

function rangeMistakes(range: unknown, pointer: string): readonly Mistake[] {
  if (!isObject(range)) return [];
  const { min, max } = range;
  if (typeof min !== "string" || typeof max !== "string") return [];
  if (min.length !== max.length)
    return [{ pointer: `${pointer}/max`, message: "min and max must have the same number of digits" }];
  if (min <= max) return [];
  return [{ pointer: `${pointer}/max`, message: "max is smaller than min: no card can match" }];
}

/** Fewer digits are a beginning. */
const WHOLE_MIN = 13;

/** A range of one whole number names it. */
function wholeNumber(range: unknown, pointer: string): readonly PlacedText[] {
  const { min, max } = isObject(range) ? range : {};
  return typeof min === "string" && min === max && min.length >= WHOLE_MIN
    ? [{ pointer: `${pointer}/min`, text: min }]
    : [];
}

/** Schemes are told by four digits at most, and by how many digits there are. */
const SCHEME_DIGITS = 4;
const LENGTHS = Array.from({ length: 11 }, (_, index) => 9 + index);

function schemesOf(prefix: string): ReadonlySet<string> {
  const begins =
    prefix.length >= SCHEME_DIGITS
      ? [prefix]
      : Array.from({ length: 10 ** (SCHEME_DIGITS - prefix.length) }, (_, index) =>
          prefix.concat(String(index).padStart(SCHEME_DIGITS - prefix.length, "0")),
        );
  return new Set<string>(
    begins.flatMap((begin) => LENGTHS.map((length) => schemeOf(begin.padEnd(length, "0")))),
  );
}
