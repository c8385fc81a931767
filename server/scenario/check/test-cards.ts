import { readFileSync } from "node:fs";
import { maskNumber } from "../../domain/card/card.ts";
import { passesLuhn } from "../../domain/card/card-scheme.ts";
import { isObject } from "../../domain/json.ts";
import { problemAt } from "../../document/yaml-source.ts";
import { offsetOf, placeAt } from "../../document/yaml-place.ts";
import { cardNumbersIn } from "../conditions.ts";
import { checkedRules } from "./checked-rule.ts";
import type { CheckedFile } from "./checked-rule.ts";
import type { CheckedProblem } from "../reading/remark.ts";

/** schemas/test-cards.json. */
interface TestCards {
  readonly published: Readonly<Record<string, readonly string[]>>;
  /** Whole numbers, both included. */
  readonly ranges: readonly { readonly min: string; readonly max: string }[];
}

/** Whether a card number can belong to nobody. */
type IsTestCard = (number: string) => boolean;

const FILE = new URL("../../../schemas/test-cards.json", import.meta.url);

/** A number that fails the Luhn check is nobody's, whatever its scheme (assumption A204). */
export function readTestCards(): IsTestCard {
  const { published, ranges } = JSON.parse(readFileSync(FILE, "utf8")) as TestCards;
  const numbers = new Set(Object.values(published).flat());
  const isInRange = (number: string): boolean =>
    ranges.some(({ min, max }) => number.length === min.length && number >= min && number <= max);
  return (number) => !passesLuhn(number) || numbers.has(number) || isInRange(number);
}

/** Numbers that a file names and that somebody may have. */
export function realCardProblems(file: CheckedFile, isTestCard: IsTestCard): readonly CheckedProblem[] {
  const { source } = file;
  return placesOf(file)
    .filter(({ number }) => !isTestCard(number))
    .map(({ number, pointer, isKey }) => {
      const place = placeAt(source.document, pointer);
      const offset = (isKey ? place.key?.range?.[0] : undefined) ?? offsetOf(place);
      const message = `the card ${maskNumber(number)} may be real: it is not a published test number and passes the Luhn check`;
      return { ...problemAt(source, offset, message), check: "card-not-published" };
    });
}

interface CardPlace {
  readonly number: string;
  readonly pointer: string;
  readonly isKey: boolean;
}

function placesOf(file: CheckedFile): readonly CardPlace[] {
  const { tables } = file.scenario.content;
  const ofRules = checkedRules(file).flatMap(({ pointer, when }) =>
    cardNumbersIn(when)
      .filter(({ text }) => /^\d{9,19}$/.test(text))
      .map((it) => ({ number: it.text, pointer: `${pointer}/when${it.pointer}`, isKey: false })),
  );
  const ofTables = (["authentications", "balances", "conversions", "encryption", "pin"] as const).flatMap(
    (table) =>
      isObject(tables?.[table]) ? Object.keys(tables[table]).map((number) => ofTable(table, number)) : [],
  );
  return [...ofRules, ...ofTables];
}

function ofTable(table: string, number: string): CardPlace {
  return { number, pointer: `/tables/${table}/${number}`, isKey: true };
}
