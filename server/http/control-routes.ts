import { timingSafeEqual } from "node:crypto";
import { Router } from "express";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { Refusal } from "../domain/refusal.ts";
import { refusalOfHttp } from "./http-errors.ts";
import { Problem } from "./problem.ts";
import type { AppParts } from "./parts.ts";
import { armRoutes } from "./arm-routes.ts";
import { bundleRoutes } from "./bundle-routes.ts";
import { clockRoutes } from "./clock-routes.ts";
import { contractCoverageRoutes } from "./contract-coverage-routes.ts";
import { coverageRoutes } from "./coverage-routes.ts";
import { findingsRoutes } from "./findings-routes.ts";
import { verifyRoutes } from "./verify-routes.ts";
import { createExplain } from "./explain.ts";
import { explainRoutes } from "./explain-routes.ts";
import { controlHealth } from "./health-routes.ts";
import { holdRoutes } from "./hold-routes.ts";
import { ownHostOnly, ownPagesOnly } from "./control-guards.ts";
import { exchangeRoutes } from "./exchange-routes.ts";
import { notificationRoutes } from "./notification-routes.ts";
import { openApiRoutes } from "./openapi-routes.ts";
import { refundRoutes } from "./refund-routes.ts";
import { resetRoutes } from "./reset-routes.ts";
import { scenarioRoutes } from "./scenario-routes.ts";
import { schemaRoutes } from "./schema-routes.ts";

/** The control API: what the sandbox saw and decided. Nothing of it is on the gateway's paths. */
export function controlRoutes(parts: AppParts): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(ownHostOnly(parts.controlHosts), ownPagesOnly);
  router.get("/v1/health", controlHealth(parts));
  schemaRoutes(router);
  openApiRoutes(router);
  router.use(bearerOnly(parts.controlToken));
  exchangeRoutes(parts, router);
  bundleRoutes(parts, router);
  resetRoutes(parts, router);
  clockRoutes(parts, router);
  armRoutes(parts, router);
  holdRoutes(parts, router);
  notificationRoutes(parts, router);
  explainRoutes(parts, createExplain(parts), router);
  coverageRoutes(parts, router);
  findingsRoutes(parts, router);
  verifyRoutes(parts, router);
  contractCoverageRoutes(parts, router);
  scenarioRoutes(parts, router);
  refundRoutes(parts, router);
  router.use(() => {
    throw new Problem(404, "No such resource", "The control API has no such path, or not with this method.");
  });
  router.use(problemAnswer);
  return router;
}

function bearerOnly(token: string | undefined): RequestHandler {
  return (request, response, next) => {
    const given = /^Bearer (.+)$/i.exec(request.get("authorization") ?? "")?.[1] ?? "";
    if (token !== undefined && !sameText(given, token)) {
      response.set("WWW-Authenticate", "Bearer");
      throw new Problem(401, "Token needed", "Send the control token as Authorization: Bearer <token>.");
    }
    next();
  };
}

function sameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function problemAnswer(error: unknown, _request: Request, response: Response, next: NextFunction): void {
  const problem = problemOf(error);
  if (problem === undefined) {
    next(error);
    return;
  }
  const { status, title, detail, members } = problem;
  response
    .status(status)
    .type("application/problem+json")
    .json({ type: "about:blank", title, status, detail, ...members });
}

/** Undefined for a fault of ours. */
function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  const refusal = refusalOfHttp(error);
  return refusal instanceof Refusal ? new Problem(400, "Bad request", `${refusal.explanation}.`) : undefined;
}
