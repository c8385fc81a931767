import { maskNumber } from "../../domain/card/card.ts";
import { isObject } from "../../domain/json.ts";
import { problemAt } from "../../document/yaml-source.ts";
import { offsetOf, placeAt } from "../../document/yaml-place.ts";
import { cardNumbersIn } from "../conditions.ts";
import { isNobodysCard } from "../test-cards.ts";
import { checkedRules } from "./checked-rule.ts";
import type { CheckedFile } from "./checked-rule.ts";
import type { CheckedProblem } from "../reading/remark.ts";

/** Numbers that a file names and that somebody may have. */
export function realCardProblems(file: CheckedFile): readonly CheckedProblem[] {
  const { source } = file;
  return placesOf(file)
    .filter(({ number }) => !isNobodysCard(number))
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
