import { readFileSync } from "node:fs";
import { passesLuhn } from "../domain/card/card-scheme.ts";

/** schemas/test-cards.json. */
interface TestCards {
  readonly published: Readonly<Record<string, readonly string[]>>;
  /** Whole numbers, both included. */
  readonly ranges: readonly { readonly min: string; readonly max: string }[];
}

/** Whether a card number can belong to nobody. */
export type IsTestCard = (number: string) => boolean;

const FILE = new URL("../../schemas/test-cards.json", import.meta.url);

/** A number that fails the Luhn check is nobody's, whatever its scheme (assumption A204). */
export function readTestCards(): IsTestCard {
  const { published, ranges } = JSON.parse(readFileSync(FILE, "utf8")) as TestCards;
  const numbers = new Set(Object.values(published).flat());
  const isInRange = (number: string): boolean =>
    ranges.some(({ min, max }) => number.length === min.length && number >= min && number <= max);
  return (number) => numbers.has(number) || isInRange(number) || !passesLuhn(number);
}
