import express from "express";
import type { ErrorRequestHandler, Request, RequestHandler, Router } from "express";
import { Refusal } from "../../domain/record/refusal.ts";
import type { AppParts } from "../parts.ts";
import { beginRecording, onFailure, recordingOf, tellRecord } from "../gateway/exchange-recorder.ts";
import { refusalOfHttp } from "../http-errors.ts";
import { refuseLongerThan } from "../payload.ts";
import { html } from "../../report/html/markup.ts";
import { sendPage } from "./page.ts";
import type { PageAnswer } from "./page.ts";

export type PageHandle = (request: Request, id: string) => Promise<PageAnswer>;

export interface PageRoute {
  /** Undefined: forms lead to it and nothing else. */
  readonly get?: PageHandle;
  /** Undefined: no form leads to it. */
  readonly post?: PageHandle;
  /** Pages of other sites may send it forms. */
  readonly isForeign?: boolean;
  /** Every site may show it in a frame, also when it says that it cannot be shown. */
  readonly framedByAll?: boolean;
}

/** A form of ours has a handful of short fields. */
const FORM_BYTES_MAX = 16_384;
const readForm: RequestHandler[] = [
  refuseLongerThan(FORM_BYTES_MAX),
  express.urlencoded({ extended: false, limit: FORM_BYTES_MAX, parameterLimit: 20 }),
];

/** A page's form is sent by that page alone, never by another site. Older browsers and programs do not say. */
export const ownFormsOnly: RequestHandler = (request, _response, next) => {
  const site = request.get("sec-fetch-site");
  if (site !== undefined && site !== "same-origin" && site !== "none") {
    throw new Refusal("foreign-page", "The form was sent by a page of another site");
  }
  next();
};

/** Puts a page up. Nobody logs in: the id in the path cannot be guessed. Its calls are recorded like all others. */
export function mountPage(router: Router, parts: AppParts, path: string, route: PageRoute): void {
  const entry = router.route(path).all((request, response, next) => {
    const recording = beginRecording(parts, request, path);
    recording.draft.authentication = "not-required";
    tellRecord(response, recording);
    response.locals["framedByAll"] = route.framedByAll;
    next();
  });
  const { get, post, isForeign = false } = route;
  if (get !== undefined) entry.get(answering(get));
  if (post !== undefined) entry.post(isForeign ? [] : ownFormsOnly, ...readForm, answering(post));
  const allowed = [...(get ? ["GET", "HEAD"] : []), ...(post ? ["POST"] : [])].join(", ");
  entry.all((_request, response) => {
    response.set("Allow", allowed);
    throw new Refusal("wrong-method", `The method is not supported here; supported are ${allowed}`);
  });
}

/** What a page throws is shown to the person, and recorded as the gateway would answer it. */
export const answerPageFailure: ErrorRequestHandler = onFailure((recording, error, response) => {
  const answer = recording.fail(refusalOfHttp(error));
  recording.finish(answer);
  const { refusal, id } = recording.draft;
  const explanation = refusal?.reason === "bug" ? `The sandbox failed (${id}).` : refusal?.explanation;
  const content = html`<p>${explanation}</p>`;
  const framedByAll = response.locals["framedByAll"] === true;
  sendPage(response, { status: answer.status, title: "This page cannot be shown", content, framedByAll });
});

/** The record holds where a page led and not its text, which may show anything. */
function answering(handle: PageHandle): RequestHandler {
  return async (request, response) => {
    const answer = await handle(request, String(request.params["id"]));
    recordingOf(request).finish({ status: answer.status, body: {} });
    sendPage(response, answer);
  };
}
