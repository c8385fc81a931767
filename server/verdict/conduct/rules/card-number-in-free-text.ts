import type { Exchange } from "../../../domain/record/exchange.ts";
import { isObject } from "../../../domain/json.ts";
import type { Json } from "../../../domain/json.ts";
import { holdsNumber } from "../../../domain/card/secret-members.ts";
import type { ConductRule, Remark } from "../conduct-rule.ts";
import { groupedBy } from "../grouped.ts";

/** What the record's mask makes of a card number (card.ts); the number itself is nowhere. */
const MASKED = /(?<!\d)\d{6}x{3,9}\d{4}(?!\d)/;

export const cardNumberInFreeText: ConductRule = {
  id: "card-number-in-free-text",
  severity: "error",
  title: "A card number in a free-text member",
  duty: "No free-text member contains a card number",
  reason:
    "Free text is displayed, logged and mailed: the number leaks, and every system it passes through must be audited.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) => {
    const seen = exchanges.flatMap((exchange) => placesIn(exchange).map((field) => ({ exchange, field })));
    const groups = groupedBy(seen, ({ exchange, field }) =>
      JSON.stringify([exchange.request.operation, field.replace(/\[\d+\]/g, "[]")]),
    );
    return [...groups.values()].flatMap(remarkOn);
  },
};

interface Seen {
  readonly exchange: Exchange;
  readonly field: string;
}

function remarkOn(seen: readonly Seen[]): readonly Remark[] {
  const [first] = seen;
  if (first === undefined) return [];
  const ids = [...new Set(seen.map(({ exchange }) => exchange.id))];
  const message = `${first.exchange.request.operation ?? "The request"} has something that looks like a card number in ${first.field}`;
  return [{ message, exchanges: ids, count: ids.length }];
}

function placesIn(exchange: Exchange): readonly string[] {
  const { body } = exchange.request;
  return [...refusedIdsOf(exchange), ...(body === undefined ? [] : placesOf(body, [], undefined))];
}

/** Ids that were refused because they look like card numbers. */
export function refusedIdsOf({ request, refusal }: Exchange): readonly string[] {
  const ids = [
    ["order.id", request.orderId],
    ["transaction.id", request.transactionId],
  ] as const;
  // Ids that are taken are numbers of the merchant's own, by its setting cardNumbersInIds.
  const refused = ids.filter(([field]) => refusal?.fault?.field === field);
  return refused.flatMap(([field, id]) => (id !== undefined && MASKED.test(id) ? [field] : []));
}

/** Paths of texts with a masked number, but where a number belongs. */
function placesOf(value: Json, path: readonly string[], name: string | undefined): readonly string[] {
  if (typeof value === "string") return MASKED.test(value) ? [shown(path)] : [];
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((item, index) => placesOf(item, [...path, `[${index}]`], name));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([member, part]) =>
    part === undefined || holdsNumber(member, name) ? [] : placesOf(part, [...path, member], member),
  );
}

function shown(path: readonly string[]): string {
  return path.join(".").replaceAll(".[", "[");
}
