import { githubReport } from "./github.ts";
import { harReport } from "./har.ts";
import { htmlReport } from "./html/page.ts";
import { jsonReport } from "./json.ts";
import { junitReport } from "./junit.ts";
import { markdownReport } from "./markdown.ts";
import type { Presentation } from "./presentation.ts";
import type { Report } from "./report.ts";
import { safeReport } from "./safe-report.ts";
import { sarifReport } from "./sarif.ts";
import { textReport } from "./text.ts";

export const REPORT_FORMATS = [
  "text",
  "json",
  "junit",
  "sarif",
  "github",
  "markdown",
  "html",
  "har",
] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

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
