import { Router } from "express";
import type { Request, RequestHandler } from "express";
import { holdsCardNumber } from "../../domain/card/card.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import type { AppParts } from "../parts.ts";
import { callOf, payloadOf } from "../gateway/mount.ts";
import { recordingOf } from "../gateway/exchange-recorder.ts";
import { answerFailure, mount } from "../gateway/mount.ts";
import type { Params } from "../gateway/mount.ts";
import { ownFormsOnly } from "../pages/mount-page.ts";
import { sendScript } from "../pages/web-files.ts";
import { readBytes } from "../payload.ts";
import { sendFieldFrame } from "./field-frame.ts";

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
  router.use(answerFailure);
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
