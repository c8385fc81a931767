import { maskText } from "../domain/card.ts";
import type { Exchange } from "../domain/exchange.ts";
import type { Report, ReportTraffic } from "./report.ts";

/**
 * The report with every text masked once more, and without halves of surrogate pairs, which no file can hold. What
 * comes from exchanges is masked already; names of files, arguments of the command line and journals that somebody
 * edited are not. The traffic comes one by one, the oldest first, so that no second copy of it is ever in memory.
 */
export function safeReport({ exchanges, ...rest }: Report): Report {
  // It changes what texts say, and the shape of nothing.
  const safe = safeValue(rest) as Report;
  return exchanges === undefined ? safe : { ...safe, exchanges: safeTraffic(exchanges) };
}

function safeTraffic(traffic: ReportTraffic): ReportTraffic {
  return {
    length: traffic.length,
    *[Symbol.iterator]() {
      for (const exchange of oldestFirst(traffic)) yield safeValue(exchange) as Exchange;
    },
  };
}

function oldestFirst(traffic: ReportTraffic): Iterable<Exchange> {
  if (!isList(traffic)) return traffic;
  return traffic.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** `Array.isArray` alone would make it a list of anything. */
function isList(traffic: ReportTraffic): traffic is readonly Exchange[] {
  return Array.isArray(traffic);
}

function safeValue(value: unknown): unknown {
  if (typeof value === "string") return safeText(value);
  if (Array.isArray(value)) return value.map(safeValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [safeText(name), safeValue(member)]),
  );
}

function safeText(text: string): string {
  return maskText(text).replace(/\p{Cs}/gu, "\uFFFD");
}
