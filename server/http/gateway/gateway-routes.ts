import type { IRouter, Request, RequestHandler } from "express";
import { isObject, valueAt } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import { PATHS } from "../../domain/operations/paths.ts";
import { checkoutOperationIn } from "../../domain/request/checkout.ts";
import type { CheckoutOperation } from "../../domain/request/checkout.ts";
import type { EnrollmentCall } from "../../gateway/authentication/enrollment-check.ts";
import type { SessionCall } from "../../gateway/call.ts";
import type { TokenCall } from "../../gateway/tokens/tokens.ts";
import type { AppParts } from "../parts.ts";
import { readBytes } from "../payload.ts";
import { limitRate } from "../rate-limit.ts";
import { authenticate } from "./authentication.ts";
import { recordingOf } from "./exchange-recorder.ts";
import { bySessionOfBody, bySessionOfPath, checkSessionOpens, preflight } from "./session-password.ts";
import { callOf, mount, payloadOf, routeOf, transactionCallOf } from "./mount.ts";
import type { Handle, Params } from "./mount.ts";

/**
 * Puts up the gateway's own paths (interface section 4), of which every answer has its exchange. A router of their own
 * would cost each payment a hundredth of its time.
 */
export function putUpGateway(router: IRouter, parts: AppParts): void {
  const { gateway } = parts;
  const proven = [...authenticate(parts), limitRate(parts.guards.rates)];
  mount(router, parts, routeOf(PATHS.transaction), {
    preflight,
    guards: [...bySessionOfBody(parts, proven), readBytes],
    methods: {
      get: (request, params) => gateway.retrieveTransaction(transactionCallOf(request, params)),
      put: (request, params) => {
        const payload = payloadOf(request);
        checkSessionOpens(request, payload.body);
        return gateway.transact(transactionCallOf(request, params), payload);
      },
    },
  });
  mount(router, parts, routeOf(PATHS.order), {
    guards: [...proven, readBytes],
    methods: { get: (request, params) => gateway.retrieveOrder(transactionCallOf(request, params)) },
  });
  sessionRoutes(parts, router, proven);
  tokenRoutes(parts, router, proven);
  cardRequestRoutes(parts, router, proven);
  mount(router, parts, routeOf(PATHS.information), { guards: [], methods: { get: informing(parts) } });
}

/** `GET …/information` needs no credentials. */
function informing({ gateway }: AppParts): Handle {
  return (request, params) => {
    recordingOf(request).draft.authentication = "not-required";
    return gateway.information(params["version"] ?? "");
  };
}

/** What is asked about a card or the merchant, without an order. */
function cardRequestRoutes(parts: AppParts, router: IRouter, guards: readonly RequestHandler[]): void {
  const { gateway } = parts;
  const all = [...guards, readBytes];
  const enrollmentCallOf = (request: Request, params: Params): EnrollmentCall => ({
    ...callOf(request, params),
    threeDSecureId: params["threeDSecureId"] ?? "",
  });
  mount(router, parts, routeOf(PATHS.balanceInquiry), {
    guards: all,
    methods: {
      put: (request, params) => gateway.inquireBalance(callOf(request, params), payloadOf(request)),
    },
  });
  mount(router, parts, routeOf(PATHS.authentication3ds1), {
    guards: all,
    methods: {
      post: (request, params) =>
        gateway.enrollments.process(enrollmentCallOf(request, params), payloadOf(request)),
      put: (request, params) =>
        gateway.enrollments.check(enrollmentCallOf(request, params), payloadOf(request)),
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
function sessionRoutes(parts: AppParts, router: IRouter, guards: readonly RequestHandler[]): void {
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
    guards: [...bySessionOfPath(parts, guards), readBytes],
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

/** Cards stored for later payments. */
function tokenRoutes(parts: AppParts, router: IRouter, guards: readonly RequestHandler[]): void {
  const { tokens } = parts.gateway;
  const tokenCallOf = (request: Request, params: Params): TokenCall => ({
    ...callOf(request, params),
    tokenId: params["tokenId"] ?? "",
  });
  const all = [...guards, readBytes];
  mount(router, parts, routeOf(PATHS.tokens), {
    guards: all,
    methods: { post: (request, params) => tokens.create(callOf(request, params), payloadOf(request)) },
  });
  mount(router, parts, routeOf(PATHS.token), {
    guards: all,
    methods: {
      delete: (request, params) => tokens.delete(tokenCallOf(request, params)),
      get: (request, params) => tokens.retrieve(tokenCallOf(request, params)),
      put: (request, params) => tokens.createOrUpdate(tokenCallOf(request, params), payloadOf(request)),
    },
  });
}
