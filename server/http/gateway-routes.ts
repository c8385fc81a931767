import { Router } from "express";
import type { Request } from "express";
import type { Operation } from "../domain/operation.ts";
import type { Call, Payload } from "../gateway/gateway.ts";
import { maskBody } from "../gateway/masking.ts";
import type { AppParts } from "./app.ts";
import { authenticate, merchantOf } from "./authentication.ts";
import { recordingOf } from "./exchange-recorder.ts";
import { answerFailure, mount } from "./mount.ts";
import type { Handle, Method, Params } from "./mount.ts";
import { bytesOf, readBytes, readPayload } from "./payload.ts";

const VERSION = "/api/rest/version/:version";
const MERCHANT = `${VERSION}/merchant/:merchantId`;
const ORDER = `${MERCHANT}/order/:orderId`;
const TRANSACTION = `${ORDER}/transaction/:transactionId`;

/** Paths whose operation has its contract and no meaning yet. */
const UNBUILT: readonly (readonly [Method, string, Operation])[] = [
  ["put", `${MERCHANT}/balanceInquiry`, "BALANCE_INQUIRY"],
  ["put", `${MERCHANT}/riskassessment/:riskAssessmentId`, "CREATE_OR_UPDATE_RISK_ASSESSMENT"],
  ["post", `${MERCHANT}/session`, "INITIATE_CHECKOUT"],
];

/** The gateway's own paths (interface section 4), exactly; every answer has its exchange. */
export function gatewayRoutes(parts: AppParts): Router {
  const { gateway, merchants } = parts;
  const router = Router({ caseSensitive: true, strict: true });
  const guards = [...authenticate(merchants), readBytes];
  const put = (path: string, methods: Partial<Record<Method, Handle>>): void => {
    mount(router, parts, path, { guards, methods });
  };
  const callOf = (request: Request, params: Params): Call => ({
    draft: recordingOf(request).draft,
    merchant: merchantOf(merchants, request),
    version: params["version"] ?? "",
  });

  put(TRANSACTION, {
    get: (request, params) => gateway.retrieveTransaction({ ...callOf(request, params), ...idsOf(params) }),
    put: (request, params) =>
      gateway.transact({ ...callOf(request, params), ...idsOf(params) }, payloadOf(request)),
  });
  put(ORDER, {
    get: (request, params) => gateway.retrieveOrder({ ...callOf(request, params), ...idsOf(params) }),
  });
  for (const [method, path, operation] of UNBUILT) {
    put(path, {
      [method]: (request: Request, params: Params) =>
        gateway.refuseUnbuilt(operation, callOf(request, params), payloadOf(request)),
    });
  }
  mount(router, parts, `${VERSION}/information`, { guards: [], methods: { get: informing(parts) } });
  router.use(answerFailure);
  return router;
}

/** `GET …/information` needs no credentials. */
function informing({ gateway }: AppParts): Handle {
  return (request, params) => {
    recordingOf(request).draft.authentication = "not-required";
    return gateway.information(params["version"] ?? "");
  };
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
