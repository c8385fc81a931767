import { readFileSync } from "node:fs";
import { passesLuhn } from "../domain/card/card-scheme.ts";

/** schemas/test-cards.json. */
interface TestCards {
  readonly published: Readonly<Record<string, readonly string[]>>;
  /** Whole numbers, both included. */
  readonly ranges: readonly { readonly min: string; readonly max: string }[];
}

const FILE = new URL("../../schemas/test-cards.json", import.meta.url);

type Judge = (number: string) => boolean;

let judge: Judge | undefined;

/** Whether a card number can belong to nobody. The file is read by the first call. */
export function isNobodysCard(number: string): boolean {
  return (judge ??= readJudge())(number);
}

/** A number that fails the Luhn check is nobody's, whatever its scheme (assumption A204). */
function readJudge(): Judge {
  const { published, ranges } = JSON.parse(readFileSync(FILE, "utf8")) as TestCards;
  const numbers = new Set(Object.values(published).flat());
  const isInRange = (number: string): boolean =>
    ranges.some(({ min, max }) => number.length === min.length && number >= min && number <= max);
  return (number) => numbers.has(number) || isInRange(number) || !passesLuhn(number);
}
