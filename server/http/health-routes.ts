import { Router } from "express";
import { setGuards } from "./answer-status.ts";
import type { AppParts } from "./parts.ts";

/** For orchestrators: `/healthz` says that the process lives, `/readyz` that it can take and keep payments. */
export function healthRoutes({ ready }: Pick<AppParts, "ready">): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get(["/healthz", "/readyz"], (_request, response, next) => {
    setGuards(response);
    next();
  });
  router.get("/healthz", (_request, response) => {
    response.json({ status: "ok" });
  });
  router.get("/readyz", (_request, response) => {
    const isReady = ready();
    response.status(isReady ? 200 : 503).json({ status: isReady ? "ready" : "store-unavailable" });
  });
  return router;
}
