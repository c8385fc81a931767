import { OUTCOMES, SEVERITIES } from "../report.ts";
import type { Report } from "../report.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";

/** The numbers that a manager looks for first. */
export function tilesOf({ issues, cases }: Report): Markup {
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
