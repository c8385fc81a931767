import { createHash } from "node:crypto";
import type { Presentation, Report, ReportCase, ReportIssue, ReportSeries } from "../report.ts";
import { bySeverity, caseTally, issueDetails, issueTally, tableOf, timesText } from "../wording.ts";
import { chartOf } from "./chart.ts";
import { evidenceIn } from "../evidence.ts";
import { evidenceMarkup, folded } from "./evidence.ts";
import type { EvidenceMarkup } from "./evidence.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";
import { STYLE } from "./style.ts";
import { tableMarkup } from "./table.ts";
import { OUTCOMES, SEVERITIES, TOOL } from "../report.ts";

/** No script, no form, nothing from anywhere: the page can be mailed and opened by anybody. */
const CONTENT_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "form-action 'none'",
  "base-uri 'none'",
].join("; ");

/** Where pieces come into a piece of markup: no text can bring it in, as controls are no text to show. */
const HOLE: Markup = { markup: "\u0000" };

function* around(outer: Markup, pieces: Iterable<string>): Generator<string, void, undefined> {
  const [before = "", after = ""] = outer.markup.split(HOLE.markup);
  yield before;
  yield* pieces;
  yield after;
}

/** One self-contained file for people, an issue or a case at a time. */
export function* htmlReport(report: Report, { version }: Presentation): Generator<string, void, undefined> {
  // The style goes in as it is: the policy names it by its digest.
  const style: Markup = { markup: `<style>${STYLE}</style>` };
  const sections = sectionsOf(report);
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
        ${headerOf(report)} ${contentsOf(sections)}
        <main>${HOLE}</main>
        <footer>
          <p>
            Made by ${TOOL} ${version}${report.at === undefined ? "" : ` at ${report.at}`}. Card data is
            masked.
          </p>
        </footer>
      </body>
    </html> `;
  yield* around({ markup: `${page.markup.trimEnd()}\n` }, sectionPieces(sections));
}

function* sectionPieces(sections: readonly Section[]): Generator<string, void, undefined> {
  for (const section of sections) yield* around(sectionMarkup(section), contentPieces(section));
}

function* contentPieces({ content }: Section): Generator<string, void, undefined> {
  for (const { markup } of content) yield markup;
}

function headerOf({ title, subject, verdict, summary }: Report): Markup {
  return html`<header>
    <h1>${title}</h1>
    <p class="soft">${subject}</p>
    <p class="verdict ${verdict}" role="status"><strong>${verdict}</strong> <span>${summary}</span></p>
  </header>`;
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Iterable<Markup>;
  /** What failed stands open, and the rest is there to be opened. */
  readonly isOpen: boolean;
}

function sectionsOf(report: Report): readonly Section[] {
  const { issues, cases, series, tables } = report;
  const evidence = evidenceMarkup(evidenceIn(report));
  const hasFailed = cases.some(({ outcome }) => outcome === "failed");
  return [
    { id: "counts", title: "At a glance", content: [tilesOf(report)], isOpen: true },
    ...(issues.length > 0
      ? [
          {
            id: "issues",
            title: `Issues: ${issueTally(issues)}`,
            content: issueList(issues, evidence),
            isOpen: issues.some(({ severity }) => severity === "error"),
          },
        ]
      : []),
    ...(cases.length > 0
      ? [
          {
            id: "cases",
            title: `Cases: ${caseTally(cases)}`,
            content: casesContent(cases, evidence),
            isOpen: hasFailed,
          },
        ]
      : []),
    ...series.map((it, index) => ({
      id: `series-${index}`,
      title: it.title,
      content: [seriesContent(it, `chart-${index}`)],
      isOpen: false,
    })),
    ...tables.map((it, index) => ({
      id: `table-${index}`,
      title: it.title,
      content: [tableMarkup(it)],
      isOpen: false,
    })),
  ];
}

function contentsOf(sections: readonly Section[]): Markup {
  return html`<nav aria-label="Contents">
    <ul>
      ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
    </ul>
  </nav>`;
}

function sectionMarkup({ id, title, isOpen }: Omit<Section, "content">): Markup {
  return html`<section aria-labelledby="${id}">
    ${folded("section", html`<h2 id="${id}">${title}</h2>`, HOLE, isOpen)}
  </section>`;
}

function seriesContent(series: ReportSeries, id: string): Markup {
  if (series.buckets.length === 0) return html`<p class="soft">No data.</p>`;
  return html`${chartOf(series, id)}
    <details>
      <summary>The numbers</summary>
      ${tableMarkup(tableOf(series))}
    </details>`;
}

/** What failed stands open with what shows it, the rest is a table. */
function* casesContent(cases: readonly ReportCase[], evidence: EvidenceMarkup): Generator<Markup> {
  const failed = cases.filter(({ outcome }) => outcome === "failed");
  const rest = cases.filter(({ outcome }) => outcome !== "failed");
  for (const it of failed) yield failureMarkup(it, evidence);
  if (failed.length === 0) yield caseTable(rest);
  else if (rest.length > 0) yield folded("finding", html`${caseTally(rest)}`, caseTable(rest), false);
}

function failureMarkup(
  { group, name, message = "", exchanges }: ReportCase,
  evidence: EvidenceMarkup,
): Markup {
  const title = html`<h3><b>failed</b> ${group}: ${name}</h3>`;
  const content = html`<p>${message}</p>
    ${evidence(exchanges)}`;
  return html`<article class="issue error">${folded("finding", title, content, true)}</article>`;
}

/** What was skipped first, as only that has a reason. */
function caseTable(cases: readonly ReportCase[]): Markup {
  const skipped = cases.filter(({ outcome }) => outcome === "skipped");
  const passed = cases.filter(({ outcome }) => outcome === "passed");
  const rows = [...skipped, ...passed].map(({ name, group, outcome, message }) => [
    ...[outcome, group, name],
    ...(skipped.length === 0 ? [] : [message ?? ""]),
  ]);
  const columns = ["outcome", "group", "case", ...(skipped.length === 0 ? [] : ["why"])];
  return tableMarkup({ title: "Cases", columns, rows });
}

/** What is wrong, the worst first. The severity stands there as a word, and not only as a colour. */
function* issueList(issues: readonly ReportIssue[], evidence: EvidenceMarkup): Generator<Markup> {
  for (const issue of bySeverity(issues)) yield issueMarkup(issue, evidence);
}

function issueMarkup(issue: ReportIssue, evidence: EvidenceMarkup): Markup {
  const { severity, ruleTitle, ruleId, message, count, exchanges } = issue;
  const details = issueDetails(issue).map(
    ([word, text]) => html`<p class="soft">${word} <code>${text}</code></p>`,
  );
  const title = html`<h3><b>${severity}</b> ${ruleTitle}</h3>`;
  const content = html`<p>${message}</p>
    <p class="soft"><code>${ruleId}</code>, ${timesText(count)}</p>
    ${details}${evidence(exchanges)}`;
  return html`<article class="issue ${severity}">
    ${folded("finding", title, content, severity === "error")}
  </article>`;
}

/** The numbers that a manager looks for first. */
function tilesOf({ issues, cases }: Report): Markup {
  const severities = SEVERITIES.map((severity) => {
    const count = issues.filter((issue) => issue.severity === severity).length;
    return tile(count, `${severity}${count === 1 ? "" : "s"}`, count === 0 ? "good" : severity);
  });
  const outcomes = OUTCOMES.map((outcome) => {
    const count = cases.filter((entry) => entry.outcome === outcome).length;
    return tile(count, `${count === 1 ? "case" : "cases"} ${outcome}`, count === 0 ? "soft" : outcome);
  });
  return html`<ul class="tiles" aria-label="Counts">
    ${severities}${cases.length > 0 ? outcomes : undefined}
  </ul>`;
}

function tile(count: number, name: string, look: string): Markup {
  return html`<li><b class="${look}">${count}</b> ${name}</li>`;
}
