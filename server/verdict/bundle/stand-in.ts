import { maskNumber } from "../../domain/card/card.ts";
import { passesLuhn } from "../../domain/card/card-scheme.ts";

const MASKED = /^(\d{6})(x+)(\d{4})$/;

/** So many digits in one run can be a card number. */
const NUMBER = /(?<!\d)\d{12,19}(?!\d)/g;

/**
 * A number that stands in for a masked one: the same first six and last four digits, and nobody's, as it fails the Luhn
 * check (assumption A217). The turn tells numbers apart that are masked alike. Undefined: too little is left.
 */
export function standInOf(masked: string, turn = 0): string | undefined {
  const [, start, hidden, end] = MASKED.exec(masked) ?? [];
  if (start === undefined || hidden === undefined || end === undefined) return undefined;
  const numbers = Array.from({ length: 10 * (turn + 1) }, (_, count) => {
    return start + String(count).padStart(hidden.length, "0") + end;
  });
  return numbers.filter((it) => it.length === masked.length && !passesLuhn(it))[turn];
}

/** The text with a stand-in for every number that could be somebody's card. */
export function withStandIns(text: string): string {
  return text.replace(NUMBER, (number) =>
    passesLuhn(number) ? (standInOf(maskNumber(number)) ?? maskNumber(number)) : number,
  );
}

/** A number of the texts that is masked so, else one that is made. */
export function numberLike(masked: string, texts: readonly string[], turn = 0): string | undefined {
  const named = texts.flatMap((text) => text.match(NUMBER) ?? []);
  return (turn === 0 ? named.find((it) => maskNumber(it) === masked) : undefined) ?? standInOf(masked, turn);
}
