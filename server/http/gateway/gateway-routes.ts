import { Router } from "express";
import { PATHS } from "../../domain/operations/paths.ts";
import type { AppParts } from "../parts.ts";
import { authenticate } from "./authentication.ts";
import { payloadOf, transactionCallOf } from "./call.ts";
import { cardRequestRoutes } from "./card-request-routes.ts";
import { recordingOf } from "./exchange-recorder.ts";
import { answerFailure, mount, routeOf } from "./mount.ts";
import type { Handle, Method } from "./mount.ts";
import { readBytes } from "../read-bytes.ts";
import { sessionRoutes } from "./session-routes.ts";
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
