import { Router } from "express";
import type { ErrorRequestHandler, NextFunction, Request, RequestHandler, Response } from "express";
import { holdsCardNumber } from "../../domain/card/card.ts";
import { isObject, valueAt } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import { PATHS } from "../../domain/operations/paths.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import { checkoutOperationIn } from "../../domain/request/checkout.ts";
import type { CheckoutOperation } from "../../domain/request/checkout.ts";
import type { SessionCall } from "../../gateway/sessions/sessions.ts";
import { refusalOfHttp } from "../http-errors.ts";
import type { AppParts } from "../parts.ts";
import { readBytes } from "../payload.ts";
import { authenticate } from "./authentication.ts";
import { shownCertificate } from "./certificate-authentication.ts";
import { beginRecording, recordingOf, send } from "./exchange-recorder.ts";
import { answerFailure, callOf, mount, payloadOf, routeOf, transactionCallOf } from "./mount.ts";
import type { Handle, Method, Params } from "./mount.ts";
import { tokenRoutes } from "./token-routes.ts";

/** The gateway's own paths (interface section 4); every answer has its exchange. */
export function gatewayRoutes(parts: AppParts): Router {
  const { gateway } = parts;
  const router = Router({ caseSensitive: true, strict: false });
  const proven = authenticate(parts);
  const guards = [...proven, readBytes];
  const put = (path: string, methods: Partial<Record<Method, Handle>>): void => {
    mount(router, parts, path, { guards, methods });
  };

  put(routeOf(PATHS.transaction), {
    get: (request, params) => gateway.retrieveTransaction(transactionCallOf(request, params)),
    put: (request, params) => gateway.transact(transactionCallOf(request, params), payloadOf(request)),
  });
  put(routeOf(PATHS.order), {
    get: (request, params) => gateway.retrieveOrder(transactionCallOf(request, params)),
  });
  sessionRoutes(parts, router, proven);
  tokenRoutes(parts, router, proven);
  cardRequestRoutes(parts, router, proven);
  mount(router, parts, routeOf(PATHS.information), { guards: [], methods: { get: informing(parts) } });
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

/** What is asked about a card or the merchant, without an order. */
function cardRequestRoutes(parts: AppParts, router: Router, guards: readonly RequestHandler[]): void {
  const { gateway } = parts;
  const all = [...guards, readBytes];
  mount(router, parts, routeOf(PATHS.balanceInquiry), {
    guards: all,
    methods: {
      put: (request, params) => gateway.inquireBalance(callOf(request, params), payloadOf(request)),
    },
  });
  mount(router, parts, routeOf(PATHS.paymentOptions), {
    guards: all,
    methods: {
      get: (request, params) => gateway.inquirePaymentOptions(callOf(request, params), payloadOf(request)),
      post: (request, params) => gateway.inquirePaymentOptions(callOf(request, params), payloadOf(request)),
    },
  });
  mount(router, parts, routeOf(PATHS.riskAssessment), {
    guards: all,
    methods: {
      put: (request, params) => {
        const riskAssessmentId = params["riskAssessmentId"] ?? "";
        return gateway.assessRisk({ ...callOf(request, params), riskAssessmentId }, payloadOf(request));
      },
    },
  });
}

/** Sessions, and the operations that begin a checkout at the same path. */
function sessionRoutes(parts: AppParts, router: Router, guards: readonly RequestHandler[]): void {
  const { sessions } = parts.gateway;
  const sessionCallOf = (request: Request, params: Params): SessionCall => ({
    ...callOf(request, params),
    sessionId: params["sessionId"] ?? "",
  });
  mount(router, parts, routeOf(PATHS.sessions), {
    guards: [...guards, readBytes],
    methods: {
      post: (request, params) => {
        const [call, payload] = [callOf(request, params), payloadOf(request)];
        const operation = checkoutIn(payload.body, params["version"] ?? "");
        return operation === undefined
          ? sessions.create(call, payload)
          : parts.gateway.checkout.initiate(call, operation, payload);
      },
    },
  });
  mount(router, parts, routeOf(PATHS.session), {
    guards: [...orBySession(parts, guards), readBytes],
    methods: {
      get: (request, params) => sessions.retrieve(sessionCallOf(request, params)),
      put: (request, params) => sessions.update(sessionCallOf(request, params), payloadOf(request)),
    },
  });
}

const CHECKOUTS: readonly CheckoutOperation[] = ["CREATE_CHECKOUT_SESSION", "INITIATE_CHECKOUT"];

/**
 * One path serves several operations, told apart by apiOperation; without one, `interaction` makes a checkout of it
 * (assumption A152).
 */
function checkoutIn(body: Json, version: string): CheckoutOperation | undefined {
  const operation = valueAt(body, "apiOperation");
  if (operation === undefined && isObject(valueAt(body, "interaction"))) {
    return checkoutOperationIn(Number(version));
  }
  return CHECKOUTS.find((it) => it === operation);
}

/** Requests that a session's id opened. */
const opened = new WeakSet<Request>();

/**
 * Lets a payer's device put values into the session of the path with the session's id as its password, beside
 * those whom the guards let through (assumption A148).
 */
function orBySession(parts: AppParts, guards: readonly RequestHandler[]): RequestHandler[] {
  return [bySession(parts), ...guards.map(unlessOpened)];
}

function bySession({ gateway, merchants }: AppParts): RequestHandler {
  return async (request, _response, next) => {
    const { merchantId = "", sessionId = "" } = request.params as Params;
    const user = `merchant.${merchantId}`;
    // A certificate that is shown is judged before any password (assumption A169).
    const asksByPassword = request.method === "PUT" && shownCertificate(request.socket) === undefined;
    const isSessionOfPath = asksByPassword && isBasic(request, `${user}:${sessionId}`);
    const merchant = isSessionOfPath ? merchants.find(merchantId) : undefined;
    if (
      merchant &&
      !holdsCardNumber(merchantId) &&
      (await gateway.sessions.opensWith(merchantId, sessionId))
    ) {
      request.merchant = merchant;
      Object.assign(recordingOf(request).draft, { merchantId, authentication: "session-accepted" });
      opened.add(request);
    }
    next();
  };
}

function unlessOpened(guard: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (!opened.has(request)) return guard(request, response, next);
    next();
    return undefined;
  };
}

/** Whether the request's credentials are these (RFC 7617). */
function isBasic(request: Request, credentials: string): boolean {
  const given = /^Basic +([^ ]+) *$/i.exec(request.get("authorization") ?? "")?.[1] ?? "";
  return Buffer.from(given, "base64").toString() === credentials;
}

/** The paths of the catalogue, with the ids as the specification writes them. */
export const EXPECTED_PATHS =
  "Expected /api/rest/version/{version}/merchant/{merchantId}/order/{orderid}, …/transaction/{transactionid}, " +
  "…/balanceInquiry, …/paymentOptionsInquiry, …/riskassessment/{riskassessmentid}, …/session, …/session/{sessionId}, …/token or …/token/{tokenid}";

/** What no route has taken: the path is not the gateway's, or cannot even be decoded. Never repeats the path. */
export function unknownPath(parts: AppParts): (RequestHandler | ErrorRequestHandler)[] {
  return [
    (request: Request, response: Response): Promise<void> => {
      const recording = beginRecording(parts, request, response, "unknown");
      return send(
        response,
        recording,
        recording.fail(new Refusal("unknown-path", `The path is not known. ${EXPECTED_PATHS}`)),
      );
    },
    async (error: unknown, request: Request, response: Response, next: NextFunction): Promise<void> => {
      if (response.headersSent) {
        next(error);
        return;
      }
      const recording = beginRecording(parts, request, response, "unknown");
      await send(response, recording, recording.fail(refusalOfHttp(error)));
    },
  ];
}
