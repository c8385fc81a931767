import type { Exchange } from "../domain/exchange.ts";
import type { Json } from "../domain/json.ts";
import { exchangeSizeOf } from "./exchange-size.ts";
import type { Entry, KeptExchange } from "./shelf.ts";

/**
 * The exchange as it is kept. Of an answer the text is kept that is sent anyway: one object for the garbage collector
 * to move instead of forty. It is parsed when somebody looks at the exchange.
 */
export function entryFor(exchange: Exchange, sequence: number, text: string | undefined): Entry {
  const { status, body } = exchange.answer;
  const answerText = text ?? (body === undefined ? undefined : JSON.stringify(body));
  // A plain copy first: members behind a spread are slow (docs/decisions/0009-speed.md).
  const kept: { -readonly [member in keyof KeptExchange]: KeptExchange[member] } = { ...exchange };
  kept.answer = { status };
  const bytes = exchangeSizeOf(exchange, answerText);
  return { sequence, exchange: kept, answerText, bytes };
}

export function exchangeOf({ exchange, answerText }: Entry): Exchange {
  const body = answerText === undefined ? undefined : (JSON.parse(answerText) as Json);
  return { ...exchange, answer: { status: exchange.answer.status, body } };
}
