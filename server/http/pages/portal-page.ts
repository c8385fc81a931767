import type { Response } from "express";
import { html, scriptElement } from "../../report/html/markup.ts";
import { ICON_PATH, PORTAL_SCRIPT_PATH, PORTAL_STYLE_PATH } from "./web-files.ts";

/** Nothing inline, nothing from elsewhere, in nobody's frame; the script asks this sandbox alone. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

/** The frame of the portal, which is the same for everybody: its script (web/portal/) asks the control API for the rest. */
export function sendPortal(response: Response): void {
  response.set({ "Content-Security-Policy": CONTENT_POLICY, "Referrer-Policy": "no-referrer" });
  response.type("text/html; charset=utf-8").end(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>gateway-sandbox</title>
          <link rel="stylesheet" href="${PORTAL_STYLE_PATH}" />
          <link rel="icon" href="${ICON_PATH}" type="image/svg+xml" />
          ${scriptElement(PORTAL_SCRIPT_PATH, 'type="module"')}
        </head>
        <body>
          <div id="portal"></div>
          <noscript>
            <p>
              The portal needs JavaScript. Without it:
              <a href="/_sandbox/openapi/control.json">the control API</a>.
            </p>
          </noscript>
        </body>
      </html> `.markup,
  );
}
