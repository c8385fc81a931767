import type { Exchange } from "../domain/exchange.ts";
import { TOOL } from "./presentation.ts";
import type { Presentation } from "./presentation.ts";
import { harEntry } from "./har-entry.ts";
import type { Report } from "./report.ts";

/** Stands for an address that nobody named; nothing is ever there (RFC 6761). */
const NOWHERE = "http://gateway-sandbox.invalid";

/** HTTP Archive 1.2: the masked traffic for a browser's developer tools, the oldest first. */
export function harReport(report: Report, { version }: Presentation): string {
  const exchanges = [...(report.exchanges ?? [])].sort(byTime);
  const log = {
    version: "1.2",
    creator: { name: TOOL, version },
    comment: `${report.title}: ${report.subject}`,
    pages: [],
    entries: exchanges.map((exchange) => harEntry(exchange, report.url ?? NOWHERE)),
  };
  return `${JSON.stringify({ log }, undefined, 2)}\n`;
}

function byTime(one: Exchange, other: Exchange): number {
  return Date.parse(one.at) - Date.parse(other.at);
}
