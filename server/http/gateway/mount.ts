import type { ErrorRequestHandler, IRouter, Request, RequestHandler, Response } from "express";
import { maskId } from "../../domain/card/card.ts";
import { GATEWAY_ROOT } from "../../domain/operations/paths.ts";
import type { GatewayPath } from "../../domain/operations/paths.ts";
import type { ExchangeDraft } from "../../domain/record/exchange.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import type { Answer } from "../../gateway/answers/answer.ts";
import type { Call, Payload, TransactionCall } from "../../gateway/call.ts";
import { guardCards } from "./guard-cards.ts";
import { originOf } from "../forwarded.ts";
import { headerOf } from "../headers.ts";
import { refusalOfHttp } from "../http-errors.ts";
import { appliedPreference } from "../../gateway/merchants/scenario-choice.ts";
import type { AppParts } from "../parts.ts";
import { bytesOf, RECORDED_BYTES_MAX, shownPayload } from "../payload.ts";
import { actByHabit } from "../payers/automatic.ts";
import { merchantOf } from "./authentication.ts";
import { beginRecording, onFailure, recordingOf, send, tellRecord } from "./exchange-recorder.ts";
import type { Recording } from "./exchange-recorder.ts";
import { calledPath } from "./unknown-path.ts";

export type Method = "delete" | "get" | "post" | "put";
export type Params = Readonly<Record<string, string>>;
export type Handle = (request: Request, params: Params) => Answer | Promise<Answer>;

/** What a path answers to, by method, and what every method has to pass first. */
export interface MountedRoute {
  /** Answers a browser that asks what its scripts may send, without a record. */
  readonly preflight?: RequestHandler;
  readonly guards: readonly RequestHandler[];
  readonly methods: Readonly<Partial<Record<Method, Handle>>>;
}

/** A path of the gateway as it is mounted, with what it is behind: `…/order/:orderId`. */
export function routeOf(path: GatewayPath): string {
  return (GATEWAY_ROOT + path).replace(/\{(\w+)\}/g, ":$1");
}

/**
 * Puts a path of the gateway up: its record opens first, any other method is refused with what is allowed, and what is
 * thrown is answered.
 */
export function mount(router: IRouter, parts: AppParts, path: string, route: MountedRoute): void {
  const methods = Object.entries(route.methods) as [Method, Handle][];
  const entry = router.route(path);
  if (route.preflight !== undefined) entry.options(route.preflight);
  entry.all(openRecord(parts, path));
  for (const [method, handle] of methods) {
    entry[method](...route.guards, answering(parts, handle));
  }
  entry.all(refuseMethod(methods.map(([method]) => method)), nameIdsOfRefused, answerFailure);
}

/** Everything that a path throws becomes its error body here, before another path is looked at. */
const answerFailure: ErrorRequestHandler = onFailure((recording, error, response) => {
  tellPreference(response, recording);
  return send(response, recording, recording.fail(refusalOfHttp(error)));
});

const SLASH = "The path ends in a slash, which mode strict does not accept.";

/** A slash behind the path makes another path of it in mode strict (assumption A266). */
function openRecord(parts: AppParts, path: string): RequestHandler {
  return (request, _response, next) => {
    const { merchantId = "" } = request.params as Params;
    const hasSlash = request.path.endsWith("/");
    if (hasSlash && parts.merchants.find(merchantId)?.mode === "strict") {
      next("route");
      return;
    }
    const { draft } = beginRecording(parts, request, path);
    if (hasSlash) draft.notes = [...draft.notes, SLASH];
    next();
  };
}

/** Not before the credentials are judged, so that strangers make no work. */
function nameIds({ params }: Request, draft: ExchangeDraft): void {
  const { orderId, transactionId } = params as Params;
  if (orderId !== undefined) draft.request.orderId = maskId(orderId);
  if (transactionId !== undefined) draft.request.transactionId = maskId(transactionId);
}

/** A handler of the path itself, as its parameters are gone behind it. */
const nameIdsOfRefused: ErrorRequestHandler = (error, request, _response, next) => {
  const { draft } = recordingOf(request);
  nameIds(request, draft);
  if (draft.request.version === undefined) draft.request.path = calledPath(request);
  next(error);
};

function answering(parts: AppParts, handle: Handle): RequestHandler {
  return async (request, response) => {
    const recording = recordingOf(request);
    nameIds(request, recording.draft);
    const guarded = guardCards(parts.guards.cards, request);
    if (guarded !== undefined) await guarded;
    const params = request.params as Params;
    const answer = await handle(request, params);
    const acting = actByHabit(parts, recording.draft, { merchant: request.merchant, params }, answer);
    if (acting !== undefined) await acting;
    tellPreference(response, recording);
    const sending = send(response, recording, answer);
    if (sending !== undefined) await sending;
  };
}

/** RFC 7240 section 3. */
function tellPreference(response: Response, recording: Recording): void {
  const applied = appliedPreference(headerOf(response.req, "prefer"), recording.draft);
  if (applied !== undefined) tellRecord(response, recording).set("Preference-Applied", applied);
}

function refuseMethod(methods: readonly Method[]): RequestHandler {
  const allowed = methods.flatMap((method) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));
  return (request, response) => {
    tellRecord(response, recordingOf(request)).set("Allow", allowed.join(", "));
    throw new Refusal(
      "wrong-method",
      `The method is not supported here; supported are ${allowed.join(", ")}`,
    );
  };
}

/** The call that a request which passed authentication makes. */
export function callOf(request: Request, params: Params): Call {
  const { draft } = recordingOf(request);
  return {
    draft,
    merchant: merchantOf(request),
    version: params["version"] ?? "",
    prefer: headerOf(request, "prefer"),
    origin: originOf(request),
  };
}

/** The call about an order, and about the transaction of it that the path names, if any. */
export function transactionCallOf(request: Request, params: Params): TransactionCall {
  const { draft, merchant, version, prefer, origin } = callOf(request, params);
  const { orderId = "", transactionId = "" } = params;
  return { draft, merchant, version, prefer, origin, orderId, transactionId };
}

/** The body of the request, which is from then on in its record. */
export function payloadOf(request: Request): Payload {
  const { draft } = recordingOf(request);
  draft.request.bytes = bytesOf(request);
  const payload = shownPayload(request);
  if (payload.shown !== undefined) draft.request.body = payload.shown;
  else
    draft.notes = [...draft.notes, `The body is not recorded: it has more than ${RECORDED_BYTES_MAX} bytes.`];
  return payload;
}
