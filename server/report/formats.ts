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

const RENDERERS: Readonly<Record<ReportFormat, (report: Report, presentation: Presentation) => string>> = {
  text: textReport,
  json: jsonReport,
  junit: junitReport,
  sarif: sarifReport,
  github: githubReport,
  markdown: markdownReport,
  html: htmlReport,
  har: harReport,
};

/** The whole report in one format, ending with a line break. */
export function renderReport(format: ReportFormat, report: Report, presentation: Presentation): string {
  return RENDERERS[format](safeReport(report), presentation);
}
