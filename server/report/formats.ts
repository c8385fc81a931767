import { maskText } from "../domain/card/card.ts";
import type { Exchange } from "../domain/record/exchange.ts";
import { githubReport } from "./github.ts";
import { harReport } from "./har.ts";
import { htmlReport } from "./html/page.ts";
import { junitReport } from "./junit.ts";
import { markdownReport } from "./markdown.ts";
import { TOOL } from "./report.ts";
import type { Presentation, Report, ReportFormat, ReportTraffic } from "./report.ts";
import { sarifReport } from "./sarif.ts";
import { textReport } from "./text.ts";

/** Changes with every change that a reader of the file would notice. */
const FORMAT = 1;

/** The report as it is, for programs. The exchanges are left to HAR and to the journal: issues name them by id. */
function jsonReport(report: Report, { version }: Presentation): string {
  const { exchanges, ...rest } = report;
  const content = {
    format: FORMAT,
    tool: { name: TOOL, version },
    ...rest,
    exchanges: exchanges?.length ?? 0,
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

/** A format gives its text whole, or in pieces where it may be longer than memory likes. */
type Renderer = (report: Report, presentation: Presentation) => string | Generator<string, void, undefined>;

const RENDERERS: Readonly<Record<ReportFormat, Renderer>> = {
  text: textReport,
  json: jsonReport,
  junit: junitReport,
  sarif: sarifReport,
  github: githubReport,
  markdown: markdownReport,
  html: htmlReport,
  har: harReport,
};

/** The report in one format, piece by piece; the last one ends with a line break. */
export function reportPieces(
  format: ReportFormat,
  report: Report,
  presentation: Presentation,
): Iterable<string> {
  const rendered = RENDERERS[format](safeReport(report), presentation);
  return typeof rendered === "string" ? [rendered] : rendered;
}

/**
 * The report with every text masked once more, and without halves of surrogate pairs, which no file can hold. What
 * comes from exchanges is masked already; names of files, arguments of the command line and journals that somebody
 * edited are not. The traffic comes one by one, the oldest first, so that no second copy of it is ever in memory.
 */
function safeReport({ exchanges, ...rest }: Report): Report {
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
    *named(ids) {
      for (const exchange of traffic) {
        const id = safeText(exchange.id);
        if (ids.has(id)) yield [id, madeOnce(() => safeValue(exchange) as Exchange)];
      }
    },
  };
}

/** Many issues name the same exchange, such as all that the contract has against one request. */
function madeOnce<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
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

/** A constant, as the bundler makes a call of it, which would be made anew for each text. */
const HALF_OF_A_PAIR = /\p{Cs}/gu;

function safeText(text: string): string {
  return maskText(text).replace(HALF_OF_A_PAIR, "\uFFFD");
}
