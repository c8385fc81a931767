import { maskNumber, maskText } from "../../domain/card/card.ts";
import type { Facts } from "../../domain/record/decision.ts";

/** How many of a list's values a sentence names. */
const NAMED_MAX = 3;

/** Up to here the leading digits of card numbers are a range of them, and no number. */
const LEADING_MAX = 12;

/** How a wanted value and the value that came are shown. */
export interface Wording {
  readonly wanted: (text: string) => string;
  readonly got: (text: string) => string;
}

export const PLAIN: Wording = { wanted: maskText, got: maskText };
export const CARD_NUMBER: Wording = { wanted: maskNumber, got: maskNumber };
export const CARD_START: Wording = { wanted: leadingDigits, got: maskNumber };
export const HIDDEN: Wording = { wanted: maskText, got: () => "another one" };

/** A fact as it is shown; "none" when the request does not have it. */
export function shown(
  fact: (facts: Facts) => string | undefined,
  wording: Wording,
): (facts: Facts) => string {
  return (facts) => {
    const text = fact(facts);
    return text === undefined ? "none" : wording.got(text);
  };
}

/** `EUR or USD or JPY or 2 more` */
export function either(texts: readonly string[]): string {
  return named(texts, " or ");
}

/** `EUR and USD and JPY and 2 more` */
export function all(texts: readonly string[]): string {
  return named(texts, " and ");
}

export function leadingDigits(digits: string): string {
  return digits.length > LEADING_MAX ? maskNumber(digits) : digits;
}

function named(texts: readonly string[], between: string): string {
  const rest = texts.length - NAMED_MAX;
  const first = texts.slice(0, NAMED_MAX).join(between);
  return rest > 0 ? `${first}${between}${rest} more` : first;
}
