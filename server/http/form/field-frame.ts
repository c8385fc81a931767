import type { RequestHandler } from "express";
import { html } from "../../report/html/markup.ts";
import { FIELD_STYLE_PATH, scriptPath } from "../pages/web-files.ts";

/** Nothing inline and nothing from elsewhere; any page may have it in a frame, which is what it is for. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "connect-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors http: https:",
].join("; ");

/** Empty: what kind of field it is, the page tells it (web/field.ts). */
const DOCUMENT = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>Card field</title>
      <link rel="stylesheet" href="${FIELD_STYLE_PATH}" />
      <script src="${scriptPath("field")}" defer></script>
    </head>
    <body></body>
  </html>`;

/** The document of every frame in the place of a field. It is a file and no exchange. */
export const sendFieldFrame: RequestHandler = (_request, response) => {
  response.set({
    "Cache-Control": "no-cache",
    "Content-Security-Policy": CONTENT_POLICY,
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  });
  response.type("text/html; charset=utf-8").end(DOCUMENT.markup);
};
