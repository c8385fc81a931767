import type { Request, RequestHandler, Response, Router } from "express";
import { maskText } from "../domain/card.ts";
import type { ExchangeDraft } from "../domain/exchange.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Answer } from "../gateway/answer.ts";
import { preferenceApplied } from "../gateway/scenario-choice.ts";
import type { Soon } from "../store/soon.ts";
import type { AppParts } from "./parts.ts";
import { beginRecording, onFailure, recordingOf, send } from "./exchange-recorder.ts";
import { refusalOfHttp } from "./http-errors.ts";

export type Method = "delete" | "get" | "post" | "put";
export type Params = Readonly<Record<string, string>>;
export type Handle = (request: Request, params: Params) => Answer | Promise<Answer>;

/** What a path answers to, by method, and what every method has to pass first. */
export interface MountedRoute {
  readonly guards: readonly RequestHandler[];
  readonly methods: Readonly<Partial<Record<Method, Handle>>>;
}

/** Puts a path of the gateway up: its record opens first, and any other method is refused with what is allowed. */
export function mount(router: Router, parts: AppParts, path: string, route: MountedRoute): void {
  const methods = Object.entries(route.methods) as [Method, Handle][];
  const entry = router.route(path).all(openRecord(parts, path));
  for (const [method, handle] of methods) entry[method](...route.guards, answering(handle));
  entry.all(refuseMethod(methods.map(([method]) => method)));
}

/** Everything that a gateway path throws becomes its error body here. */
export const answerFailure = onFailure((recording, error, response) => {
  tellPreference(response, recording.draft);
  return send(response, recording, recording.fail(refusalOfHttp(error)));
});

function openRecord(parts: AppParts, path: string): RequestHandler {
  return (request, response, next) => {
    const { draft } = beginRecording(parts, request, response, path);
    const { orderId, transactionId } = request.params as Params;
    if (orderId !== undefined) draft.request.orderId = maskText(orderId);
    if (transactionId !== undefined) draft.request.transactionId = maskText(transactionId);
    next();
  };
}

/** What is answered at once needs no promise. */
function answering(handle: Handle): RequestHandler {
  return (request, response) => {
    const answer = handle(request, request.params as Params);
    if (answer instanceof Promise) return answer.then((late) => sendAnswer(request, response, late));
    return sendAnswer(request, response, answer);
  };
}

function sendAnswer(request: Request, response: Response, answer: Answer): Soon<void> {
  const recording = recordingOf(request);
  tellPreference(response, recording.draft);
  return send(response, recording, answer);
}

/** RFC 7240 section 3. */
function tellPreference(response: Response, draft: ExchangeDraft): void {
  const applied = preferenceApplied(draft);
  if (applied !== undefined) response.set("Preference-Applied", applied);
}

function refuseMethod(methods: readonly Method[]): RequestHandler {
  const allowed = methods.flatMap((method) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));
  return (_request, response) => {
    response.set("Allow", allowed.join(", "));
    throw new Refusal(
      "wrong-method",
      `The method is not supported here; supported are ${allowed.join(", ")}`,
    );
  };
}
