import { html } from "../../../report/html/markup.ts";
import type { WayBack } from "../../../gateway/authentication/challenges.ts";
import type { PageAnswer } from "../page.ts";
import type { Language } from "../words/words.ts";

/** A page that the browser leaves at once, with a form that its script sends. */
export function onwardPage(
  language: Language,
  { address, fields }: WayBack,
  title = language.words.back,
): PageAnswer {
  const inputs = fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
  return {
    status: 200,
    title,
    language,
    script: "onward",
    framedByAll: true,
    content: html`<form method="post" action="${address}">
      ${inputs}
      <noscript><button class="main">${language.words.goOn}</button></noscript>
    </form>`,
  };
}

/** A page that leads nowhere. */
export function endPage(language: Language, says: string): PageAnswer {
  return {
    status: 200,
    title: language.words.back,
    language,
    framedByAll: true,
    content: html`<p role="status">${says}</p>`,
  };
}
