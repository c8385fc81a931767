import { maskText } from "../domain/card.ts";
import type { ExchangeAnswer } from "../domain/exchange.ts";
import { isObject } from "../domain/json.ts";
import type { Json } from "../domain/json.ts";
import type { Bundle } from "../verdict/bundle.ts";
import { hiddenIn, isMaskedNumber } from "../verdict/hidden-members.ts";
import { cardNumbersOf } from "./replay-cards.ts";

/**
 * Answers as they are compared: numbers masked, those that stood in for masked ones among them. A text of the merchant's
 * may give a number back as it was sent, and what is sent now is no number that anybody would mask.
 */
export function comparisonOf(bundle: Bundle): (answer: ExchangeAnswer) => ExchangeAnswer {
  const { ofRequest } = cardNumbersOf(bundle);
  const standIns = hiddenIn(bundle.exchange.request.body).flatMap(({ value }) => {
    const number = isMaskedNumber(value) ? ofRequest(value) : undefined;
    return number === undefined ? [] : [{ masked: value, number }];
  });
  const shown = (text: string): string =>
    maskText(standIns.reduce((told, { masked, number }) => told.replaceAll(number, masked), text));
  return ({ status, body }) => ({ status, body: body === undefined ? undefined : withTexts(body, shown) });
}

function withTexts(value: Json, shown: (text: string) => string): Json {
  if (typeof value === "string") return shown(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => withTexts(item, shown));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, part]) => [
    name,
    part === undefined ? undefined : withTexts(part, shown),
  ]);
  return Object.fromEntries(members) as Json;
}
