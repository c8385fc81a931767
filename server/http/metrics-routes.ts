import { Router } from "express";
import type { RequestHandler } from "express";
import { healthOf } from "./control/health.ts";
import { checkAllMerchants } from "./control/access/permission.ts";
import { usersOnly } from "./control/access/users.ts";
import { guardAnswer, ownHostOnly, problemAnswer } from "./control/routes.ts";
import type { AppParts, MeasuredParts } from "./parts.ts";

/** Version of the text format that Prometheus asks for. */
const TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

const ofAllMerchants: RequestHandler = (request, _response, next) => {
  checkAllMerchants(request);
  next();
};

/** `GET /metrics` (docs/decisions/0013-metrics.md). */
export function metricsRoutes(parts: AppParts, measured: MeasuredParts): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const guards: readonly RequestHandler[] = measured.isOpen
    ? []
    : [ownHostOnly(parts.controlHosts), usersOnly(parts.access), ofAllMerchants];
  router.get("/", guardAnswer, ...guards, async (_request, response) => {
    const text = await measured.metrics.text({
      ...measured.queues(),
      isReady: parts.storeTrouble() === undefined,
      isHealthy: !("reasons" in healthOf(parts)),
      held: parts.holds.list(undefined).length,
    });
    response.type(TEXT_FORMAT).send(text);
  });
  router.use(problemAnswer);
  return router;
}
