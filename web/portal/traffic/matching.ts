import type { ExchangeRow } from "../../../server/domain/record/exchange-row.ts";
import { nameOf } from "../parts/badge.tsx";

type Query = Readonly<Record<string, string>>;

/** Whether a row is among those that the filters of the address mean. Every word of a search must be somewhere in it. */
export function isShown(
  row: ExchangeRow,
  { q = "", ending = "", operation = "", only = "" }: Query,
): boolean {
  if (ending !== "" && row.ending !== ending) return false;
  if (operation !== "" && row.operation !== operation) return false;
  if (only !== "" && row.merchant !== only) return false;
  if (q === "") return true;
  const text = textOf(row);
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function textOf(row: ExchangeRow): string {
  const { id, merchant, order, transaction, words, hint, rule, status, amount, currency } = row;
  return [id, merchant, order, transaction, nameOf(row), words, hint, rule, status, amount, currency]
    .join(" ")
    .toLowerCase();
}
