import type { ReportIssue } from "../report.ts";
import { bySeverity, issueDetails, timesText } from "../wording.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";

/** What is wrong, the worst first. The severity stands there as a word, and not only as a colour. */
export function issueList(issues: readonly ReportIssue[]): readonly Markup[] {
  return bySeverity(issues).map(issueMarkup);
}

function issueMarkup(issue: ReportIssue): Markup {
  const { severity, ruleTitle, ruleId, message, count } = issue;
  const details = issueDetails(issue).map(
    ([word, text]) => html`<p class="soft">${word} <code>${text}</code></p>`,
  );
  return html`<article class="issue ${severity}">
    <h3><b>${severity}</b> ${ruleTitle}</h3>
    <p>${message}</p>
    <p class="soft"><code>${ruleId}</code>, ${timesText(count)}</p>
    ${details}
  </article>`;
}
