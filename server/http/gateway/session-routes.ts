import type { Request, RequestHandler, Router } from "express";
import { checkoutOperationIn } from "../../domain/request/checkout.ts";
import type { CheckoutOperation } from "../../domain/request/checkout.ts";
import { isObject, valueAt } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import { PATHS } from "../../domain/operations/paths.ts";
import type { SessionCall } from "../../gateway/sessions/sessions.ts";
import type { AppParts } from "../parts.ts";
import { callOf, payloadOf } from "./call.ts";
import { mount, routeOf } from "./mount.ts";
import type { Params } from "./mount.ts";
import { readBytes } from "../read-bytes.ts";
import { orBySession } from "./session-authentication.ts";

/** Sessions, and the operations that begin a checkout at the same path. */
export function sessionRoutes(parts: AppParts, router: Router, guards: readonly RequestHandler[]): void {
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
