import { maskText } from "../../domain/card/card.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import { isMeant, msOfTime } from "../../journal/exchange-filter.ts";
import type { WrittenFilter } from "./expectations.ts";

/** The time as exchanges show it; undefined when the text is none, and then it may be the id of an exchange. */
export function timeOf(text: string): string | undefined {
  const time = msOfTime(text);
  return time === undefined ? undefined : new Date(time).toISOString();
}

/** The exchanges from a time on, or behind the one of an id; undefined when that one is not there. */
export function sinceOf(exchanges: readonly Exchange[], since: string): readonly Exchange[] | undefined {
  const time = timeOf(since);
  if (time !== undefined) return exchanges.filter(({ at }) => at >= time);
  const index = exchanges.findIndex(({ id }) => id === since);
  return index < 0 ? undefined : exchanges.slice(index + 1);
}

/** Ids of orders and transactions are masked in exchanges, so that they are found by their masked form. */
export function meant(exchanges: readonly Exchange[], written: WrittenFilter): readonly Exchange[] {
  const { order, transaction, since, ...others } = written;
  const filter = {
    ...others,
    order: order === undefined ? undefined : maskText(order),
    transaction: transaction === undefined ? undefined : maskText(transaction),
  };
  const from = since === undefined ? exchanges : (sinceOf(exchanges, since) ?? []);
  return from.filter((exchange) => isMeant(filter, exchange));
}

/** `operation PAY, outcome DECLINED`; "" when it means every exchange. */
export function filterWords(written: WrittenFilter): string {
  return Object.entries(written)
    .map(([name, value]) => `${name} ${maskText(String(value))}`)
    .join(", ");
}
