import { createHash } from "node:crypto";
import type { Response } from "express";
import { setStatus } from "../answer-status.ts";
import { html } from "../../report/html/markup.ts";
import type { Markup } from "../../report/html/markup.ts";

const STYLE = `
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 34rem; padding: 0 1rem; }
.banner { background: #fff3cd; color: #4d3b00; padding: .5rem 1rem; border-radius: .25rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
fieldset { border: 1px solid #767676; border-radius: .25rem; margin: 1rem 0; }
label { display: block; font-weight: 600; margin-top: .5rem; }
input { box-sizing: border-box; font: inherit; padding: .25rem .5rem; width: 100%; }
input[aria-invalid="true"] { border: 2px solid #a40000; }
.choice input { width: auto; }
.fault { color: #a40000; }
button { font: inherit; margin: .5rem .5rem 0 0; padding: .5rem 1rem; }
`;

/** No script, nothing from elsewhere, in no frame. Forms may end anywhere, as the payer is sent back to a merchant. */
const CONTENT_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "form-action 'self' https: http:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

/** What a page answers: something to show, or somewhere to go. */
export type PageAnswer =
  | {
      readonly status: number;
      readonly title: string;
      readonly content: Markup;
      /** After so many seconds the browser looks at the page anew; undefined: never. */
      readonly refreshAfter?: number | undefined;
    }
  | { readonly status: 303; readonly location: string };

export function sendPage(response: Response, answer: PageAnswer): void {
  setStatus(response, answer.status);
  response.set("Referrer-Policy", "no-referrer");
  response.set("Content-Security-Policy", CONTENT_POLICY);
  if ("location" in answer) {
    response.location(answer.location).end();
    return;
  }
  if (answer.refreshAfter !== undefined) response.set("Refresh", String(answer.refreshAfter));
  response.type("text/html; charset=utf-8").end(documentOf(answer.title, answer.content).markup);
}

/** The style is the one text that goes in as it is: the policy above names it by its digest. */
function documentOf(title: string, content: Markup): Markup {
  const style: Markup = { markup: `<style>${STYLE}</style>` };
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${style}
      </head>
      <body>
        <p class="banner" role="note">Sandbox: this page plays the payment provider. No money moves.</p>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `;
}
