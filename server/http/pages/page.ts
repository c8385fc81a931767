import type { Response } from "express";
import { setStatus } from "../headers.ts";
import { html, scriptElement } from "../../report/html/markup.ts";
import type { Markup } from "../../report/html/markup.ts";
import { ICON_PATH, scriptPath, STYLE_PATH } from "./web-files.ts";
import type { PageScript } from "./web-files.ts";
import { ENGLISH } from "./words/words.ts";
import type { Language } from "./words/words.ts";

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
  /** Origins that images may be of, beside ours. */
  readonly images?: readonly string[];
  /** The page has frames, of ours. */
  readonly frames?: boolean;
  /** The one origin that may show the page in a frame, as a part of its own page; undefined: nobody may. */
  readonly framedBy?: string | undefined;
  /** Every site may show the page in a frame, and it looks the same there as alone. */
  readonly framedByAll?: boolean;
  /** What the page speaks; undefined: English. */
  readonly language?: Language;
  /** The page brings its own headings, and has room for columns; otherwise its title is its heading. */
  readonly isWide?: boolean;
}

/** Nothing inline, nothing from elsewhere. Forms may end anywhere, as the payer is sent back to a merchant. */
function contentPolicy(page: Pick<Shown, "framedBy" | "framedByAll" | "frames" | "images">): string {
  const {
    frames = false,
    images = [],
    framedByAll = false,
    framedBy = framedByAll ? "http: https:" : "'none'",
  } = page;
  return [
    "default-src 'none'",
    "style-src 'self'",
    ["img-src 'self'", ...images].join(" "),
    "script-src 'self'",
    ...(frames ? ["frame-src 'self'"] : []),
    "form-action 'self' https: http:",
    `frame-ancestors ${framedBy}`,
    "base-uri 'none'",
  ].join("; ");
}

export function sendPage(response: Response, answer: PageAnswer): void {
  setStatus(response, answer.status);
  response.set("Referrer-Policy", "no-referrer");
  if ("location" in answer) {
    response.set("Content-Security-Policy", contentPolicy({}));
    response.location(answer.location).end();
    return;
  }
  response.set("Content-Security-Policy", contentPolicy(answer));
  if (answer.refreshAfter !== undefined) response.set("Refresh", String(answer.refreshAfter));
  response.type("text/html; charset=utf-8").end(documentOf(answer).markup);
}

/** Style and script stand in the head, so that nothing is shown before it has its look. */
function documentOf(shown: Shown): Markup {
  const { title, content, script, framedBy, language = ENGLISH, isWide = false } = shown;
  const scripts = script && scriptElement(scriptPath(script), "defer");
  const { tag, direction, words } = language;
  return html`<!doctype html>
    <html lang="${tag}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="${STYLE_PATH}" />
        <link rel="icon" href="${ICON_PATH}" type="image/svg+xml" />
        ${scripts}
      </head>
      <body class="${framedBy === undefined ? "page" : "framed"}">
        <header class="banner">${words.sandbox}</header>
        <main class="${isWide ? "wide" : "narrow"}">
          ${isWide ? undefined : html`<h1>${title}</h1>`} ${content}
        </main>
      </body>
    </html> `;
}
