import { createHash } from "node:crypto";
import type { Presentation } from "../presentation.ts";
import { TOOL } from "../presentation.ts";
import type { Report, ReportCase, ReportSeries } from "../report.ts";
import { caseTally, issueTally, tableOf } from "../wording.ts";
import { chartOf } from "./chart.ts";
import { issueList } from "./issues.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";
import { STYLE } from "./style.ts";
import { tableMarkup } from "./tables.ts";
import { tilesOf } from "./tiles.ts";

/** No script, no form, nothing from anywhere: the page can be mailed and opened by anybody. */
const CONTENT_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "form-action 'none'",
  "base-uri 'none'",
].join("; ");

/** One self-contained file for people. */
export function htmlReport(report: Report, { version }: Presentation): string {
  // The style goes in as it is: the policy names it by its digest.
  const style: Markup = { markup: `<style>${STYLE}</style>` };
  const name = report.subject === "" ? report.title : `${report.title}: ${report.subject}`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${name}</title>
        ${style}
      </head>
      <body>
        ${headerOf(report)}
        <main>${sectionsOf(report)}</main>
        <footer>
          <p>
            Made by ${TOOL} ${version}${report.at === undefined ? "" : ` at ${report.at}`}. Card data is
            masked.
          </p>
        </footer>
      </body>
    </html> `;
  return `${page.markup.trimEnd()}\n`;
}

function headerOf({ title, subject, verdict, summary }: Report): Markup {
  return html`<header>
    <h1>${title}</h1>
    <p class="soft">${subject}</p>
    <p class="verdict ${verdict}" role="status"><strong>${verdict}</strong> <span>${summary}</span></p>
  </header>`;
}

function sectionsOf(report: Report): readonly Markup[] {
  const { issues, cases, series, tables } = report;
  return [
    section("counts", "At a glance", tilesOf(report)),
    ...series.map((it, index) => section(`series-${index}`, it.title, seriesContent(it, `chart-${index}`))),
    ...(issues.length > 0
      ? [section("issues", `Issues: ${issueTally(issues)}`, html`${issueList(issues)}`)]
      : []),
    ...(cases.length > 0 ? [section("cases", `Cases: ${caseTally(cases)}`, caseTable(cases))] : []),
    ...tables.map((it, index) => section(`table-${index}`, it.title, tableMarkup(it))),
  ];
}

function section(id: string, title: string, content: Markup): Markup {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section>`;
}

function seriesContent(series: ReportSeries, id: string): Markup {
  if (series.buckets.length === 0) return html`<p class="soft">Nothing happened.</p>`;
  return html`${chartOf(series, id)}
    <details>
      <summary>The numbers</summary>
      ${tableMarkup(tableOf(series))}
    </details>`;
}

/** What failed first. */
function caseTable(cases: readonly ReportCase[]): Markup {
  const rank = { failed: 0, skipped: 1, passed: 2 } as const;
  const rows = [...cases]
    .sort((one, other) => rank[one.outcome] - rank[other.outcome])
    .map(({ name, group, outcome, message }) => [outcome, group, name, message ?? ""]);
  return tableMarkup({ title: "Cases", columns: ["outcome", "group", "case", "why"], rows });
}
