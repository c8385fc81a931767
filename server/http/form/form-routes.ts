import { Router } from "express";
import type { Request, RequestHandler } from "express";
import { holdsCardNumber } from "../../domain/card/card.ts";
import { issuerNames } from "../../gateway/answers/made-up/issuer-names.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import { html, scriptElement } from "../../report/html/markup.ts";
import { recordingOf } from "../gateway/exchange-recorder.ts";
import { callOf, mount, payloadOf } from "../gateway/mount.ts";
import type { Params } from "../gateway/mount.ts";
import { ownFormsOnly } from "../pages/mount-page.ts";
import { FIELD_STYLE_PATH, scriptPath, sendScript } from "../pages/web-files.ts";
import type { AppParts } from "../parts.ts";
import { readBytes } from "../payload.ts";

const ROOT = "/form/version/:version/merchant/:merchantId";

/**
 * Hosted session: scripts for merchants' pages, the frames that take the place of card fields, and what these send. Only
 * they may send it, as nobody logs in; a session's id cannot be guessed.
 */
export function formRoutes(parts: AppParts): Router {
  const { forms } = parts.gateway;
  const router = Router({ caseSensitive: true, strict: true });
  router.get("/form/v3/hpf.js", sendScript("hpf"));
  router.get(`${ROOT}/session.js`, sendScript("session"));
  router.get(`${ROOT}/field`, sendFieldFrame);
  router.get(`${ROOT}/issuers`, (_request, response) => {
    response.json(issuerNames);
  });
  const guards = [ownFormsOnly, ofMerchant(parts), readBytes];
  mount(router, parts, `${ROOT}/session`, {
    guards,
    methods: { post: (request, params) => forms.configure(callOf(request, params), payloadOf(request)) },
  });
  mount(router, parts, `${ROOT}/session/:sessionId`, {
    guards,
    methods: {
      put: (request, params) => {
        const sessionId = params["sessionId"] ?? "";
        return forms.update({ ...callOf(request, params), sessionId }, payloadOf(request));
      },
    },
  });
  return router;
}

/** The page names its merchant; who sends needs to know no more than the session's id, if there is one. */
function ofMerchant({ merchants }: AppParts): RequestHandler {
  return (request: Request, _response, next) => {
    const { merchantId = "", sessionId } = request.params as Params;
    const merchant = holdsCardNumber(merchantId) ? undefined : merchants.find(merchantId);
    if (merchant === undefined) throw new Refusal("unknown-path", "There is no merchant of this id");
    request.merchant = merchant;
    const authentication = sessionId === undefined ? "not-required" : "session-accepted";
    Object.assign(recordingOf(request).draft, { merchantId, authentication });
    next();
  };
}

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
      ${scriptElement(scriptPath("field"), "defer")}
    </head>
    <body></body>
  </html>`;

/** The document of every frame in the place of a field. It is a file and no exchange. */
const sendFieldFrame: RequestHandler = (_request, response) => {
  response.set({
    "Cache-Control": "no-cache",
    "Content-Security-Policy": CONTENT_POLICY,
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  });
  response.type("text/html; charset=utf-8").end(DOCUMENT.markup);
};
