import { Router } from "express";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import type { Operation } from "../domain/operation.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Answer } from "../gateway/answer.ts";
import type { Call, Payload } from "../gateway/gateway.ts";
import { maskBody } from "../gateway/masking.ts";
import { maskText } from "../domain/card.ts";
import type { AppParts } from "./app.ts";
import { authenticate, merchantOf } from "./authentication.ts";
import { beginRecording, recordingOf, send } from "./exchange-recorder.ts";
import { bytesOf, readBytes, readPayload } from "./payload.ts";
import { refusalOfHttp } from "./http-errors.ts";

const VERSION = "/api/rest/version/:version";
const MERCHANT = `${VERSION}/merchant/:merchantId`;
const ORDER = `${MERCHANT}/order/:orderId`;
const TRANSACTION = `${ORDER}/transaction/:transactionId`;

/** Paths whose operation has its contract and no meaning yet. */
const UNBUILT: readonly (readonly ["put" | "post", string, Operation])[] = [
  ["put", `${MERCHANT}/balanceInquiry`, "BALANCE_INQUIRY"],
  ["put", `${MERCHANT}/riskassessment/:riskAssessmentId`, "CREATE_OR_UPDATE_RISK_ASSESSMENT"],
  ["post", `${MERCHANT}/session`, "INITIATE_CHECKOUT"],
];

type Params = Readonly<Record<string, string>>;
type Handle = (call: Call, params: Params, request: Request) => Answer | Promise<Answer>;

/** The gateway's own paths (interface section 4), exactly; every answer has its exchange. */
export function gatewayRoutes(parts: AppParts): Router {
  const { gateway, merchants } = parts;
  const router = Router({ caseSensitive: true, strict: true });

  const open =
    (route: string): RequestHandler =>
    (request, response, next) => {
      const { draft } = beginRecording(parts, request, response, route);
      const { orderId, transactionId } = request.params as Params;
      draft.request = {
        ...draft.request,
        orderId: orderId === undefined ? undefined : maskText(orderId),
        transactionId: transactionId === undefined ? undefined : maskText(transactionId),
      };
      next();
    };

  const handler =
    (handle: Handle): RequestHandler =>
    async (request, response) => {
      const { draft } = recordingOf(request);
      const params = request.params as Params;
      const call: Call = {
        draft,
        merchant: merchantOf(merchants, request),
        version: params["version"] ?? "",
      };
      send(response, recordingOf(request), await handle(call, params, request));
    };

  const route = (path: string, methods: Readonly<Partial<Record<"get" | "put" | "post", Handle>>>): void => {
    const entry = router.route(path).all(open(path));
    const known = Object.entries(methods) as ["get" | "put" | "post", Handle][];
    for (const [method, handle] of known)
      entry[method](...authenticate(merchants), readBytes, handler(handle));
    entry.all(refuseMethod(known.map(([method]) => method)));
  };

  route(TRANSACTION, {
    get: (call, params) => gateway.retrieveTransaction({ ...call, ...idsOf(params) }),
    put: (call, params, request) => gateway.transact({ ...call, ...idsOf(params) }, payloadOf(request)),
  });
  route(ORDER, { get: (call, params) => gateway.retrieveOrder({ ...call, ...idsOf(params) }) });
  for (const [method, path, operation] of UNBUILT) {
    route(path, {
      [method]: (call: Call, _: Params, request: Request) =>
        gateway.refuseUnbuilt(operation, call, payloadOf(request)),
    });
  }
  informationRoute(router, parts, open);
  router.use(failure);
  return router;
}

/** `GET …/information` needs no credentials. */
function informationRoute(router: Router, parts: AppParts, open: (route: string) => RequestHandler): void {
  const path = `${VERSION}/information`;
  const answer: RequestHandler = (request, response) => {
    const recording = recordingOf(request);
    recording.draft.authentication = "not-required";
    send(response, recording, parts.gateway.information((request.params as Params)["version"] ?? ""));
  };
  router
    .route(path)
    .all(open(path))
    .get(answer)
    .all(refuseMethod(["get"]));
}

function idsOf(params: Params): { orderId: string; transactionId: string } {
  return { orderId: params["orderId"] ?? "", transactionId: params["transactionId"] ?? "" };
}

function payloadOf(request: Request): Payload {
  const { draft } = recordingOf(request);
  draft.request = { ...draft.request, bytes: bytesOf(request) };
  const payload = readPayload(request);
  draft.request = { ...draft.request, body: maskBody(payload.body) };
  return payload;
}

function refuseMethod(methods: readonly string[]): RequestHandler {
  const allowed = methods
    .flatMap((method) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]))
    .join(", ");
  return (_request, response) => {
    response.set("Allow", allowed);
    throw new Refusal("wrong-method", `The method is not supported here; supported are ${allowed}`);
  };
}

/** Everything that a gateway route throws becomes its error body here. */
function failure(error: unknown, request: Request, response: Response, next: NextFunction): void {
  if (response.headersSent) {
    next(error);
    return;
  }
  const recording = recordingOf(request);
  send(response, recording, recording.fail(refusalOfHttp(error)));
}
