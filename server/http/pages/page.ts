import type { Response } from "express";
import { setStatus } from "../answer-status.ts";
import { html } from "../../report/html/markup.ts";
import type { Markup } from "../../report/html/markup.ts";
import { ICON_PATH, scriptPath, STYLE_PATH } from "./web-files.ts";
import type { PageScript } from "./web-files.ts";

/** What a page answers: something to show, or somewhere to go. */
export type PageAnswer = Shown | { readonly status: 303; readonly location: string };

interface Shown {
  readonly status: number;
  readonly title: string;
  readonly content: Markup;
  /** After so many seconds the browser looks at the page anew; undefined: never. */
  readonly refreshAfter?: number | undefined;
  /** Undefined: the page does without one. */
  readonly script?: PageScript;
}

/**
 * Nothing inline, nothing from elsewhere, in no frame. Forms may end anywhere, as the payer is sent back to a merchant.
 */
function contentPolicy(): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "script-src 'self'",
    "form-action 'self' https: http:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}

export function sendPage(response: Response, answer: PageAnswer): void {
  setStatus(response, answer.status);
  response.set("Referrer-Policy", "no-referrer");
  response.set("Content-Security-Policy", contentPolicy());
  if ("location" in answer) {
    response.location(answer.location).end();
    return;
  }
  if (answer.refreshAfter !== undefined) response.set("Refresh", String(answer.refreshAfter));
  response.type("text/html; charset=utf-8").end(documentOf(answer).markup);
}

/** Style and script stand in the head, so that nothing is shown before it has its look. */
function documentOf({ title, content, script }: Shown): Markup {
  const scripts = script && html`<script src="${scriptPath(script)}" defer></script>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="${STYLE_PATH}" />
        <link rel="icon" href="${ICON_PATH}" type="image/svg+xml" />
        ${scripts}
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
