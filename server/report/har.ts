import { TOOL } from "./presentation.ts";
import type { Presentation } from "./presentation.ts";
import { harEntry } from "./har-entry.ts";
import type { Report } from "./report.ts";

/** Stands for an address that nobody named; nothing is ever there (RFC 6761). */
const NOWHERE = "http://gateway-sandbox.invalid";

/** The place of the entries, which stand last. */
const NO_ENTRIES = "[]";

/** HTTP Archive 1.2: the masked traffic for a browser's developer tools, an entry a piece. */
export function* harReport(report: Report, { version }: Presentation): Generator<string, void, undefined> {
  const log = {
    version: "1.2",
    creator: { name: TOOL, version },
    comment: `${report.title}: ${report.subject}`,
    pages: [],
    entries: [],
  };
  const frame = JSON.stringify({ log }, undefined, 2);
  const place = frame.lastIndexOf(NO_ENTRIES);
  yield `${frame.slice(0, place)}[`;
  let isFirst = true;
  for (const exchange of report.exchanges ?? []) {
    yield `${isFirst ? "" : ","}\n${indented(harEntry(exchange, report.url ?? NOWHERE))}`;
    isFirst = false;
  }
  yield `${isFirst ? "" : "\n    "}]${frame.slice(place + NO_ENTRIES.length)}\n`;
}

/** Line breaks within texts are escaped, so that those that are left are between members. */
function indented(entry: object): string {
  return `      ${JSON.stringify(entry, undefined, 2).replaceAll("\n", "\n      ")}`;
}
