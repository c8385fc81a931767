import { html } from "../../../report/html/markup.ts";
import type { WayBack } from "../../../gateway/authentication/challenges.ts";
import type { PageAnswer } from "../page.ts";

/** A page that the browser leaves at once, with a form that its script sends. */
export function onwardPage(title: string, { address, fields }: WayBack): PageAnswer {
  const inputs = fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
  return {
    status: 200,
    title,
    script: "onward",
    framedByAll: true,
    content: html`<form method="post" action="${address}">
      ${inputs}
      <noscript><button class="main">Continue</button></noscript>
    </form>`,
  };
}

/** A page that leads nowhere. */
export function endPage(title: string, says: string): PageAnswer {
  return { status: 200, title, framedByAll: true, content: html`<p role="status">${says}</p>` };
}
