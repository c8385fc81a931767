import { timingSafeEqual } from "node:crypto";
import { Router } from "express";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { maskText } from "../domain/card.ts";
import { Refusal } from "../domain/refusal.ts";
import { refusalOfHttp } from "./http-errors.ts";
import { Problem } from "./problem.ts";
import type { AppParts } from "./parts.ts";
import { clockRoutes } from "./clock-routes.ts";
import { ownHostOnly, ownPagesOnly } from "./control-guards.ts";
import { refundRoutes } from "./refund-routes.ts";

const EXCHANGES_SHOWN_MAX = 500;

/** The control API: what the sandbox saw and decided. Nothing of it is on the gateway's paths. */
export function controlRoutes(parts: AppParts): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(ownHostOnly(parts.controlHosts), ownPagesOnly);
  router.get("/v1/health", (_request, response) => {
    response.json({ status: parts.ready() ? "ok" : "degraded" });
  });
  router.use(bearerOnly(parts.controlToken));
  router.get("/v1/exchanges", (request, response) => {
    response.json({ exchanges: parts.exchanges.list(filterOf(request)) });
  });
  router.get("/v1/exchanges/:id", (request, response) => {
    const exchange = parts.exchanges.find(request.params.id);
    if (exchange === undefined)
      throw new Problem(404, "No such exchange", "It never was, or newer ones pushed it out.");
    response.json(exchange);
  });
  clockRoutes(parts, router);
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

const FILTERS: readonly string[] = ["before", "limit", "merchant", "order"];

function filterOf(request: Request): Parameters<AppParts["exchanges"]["list"]>[0] {
  const unknown = Object.keys(request.query).find((name) => !FILTERS.includes(name));
  if (unknown !== undefined)
    throw new Problem(400, "Unknown filter", `The filters are ${FILTERS.join(", ")}.`);
  const limit = Number(queryText(request, "limit") ?? 50);
  if (!Number.isInteger(limit) || limit < 1 || limit > EXCHANGES_SHOWN_MAX) {
    throw new Problem(400, "Bad limit", `limit is a whole number from 1 to ${EXCHANGES_SHOWN_MAX}.`);
  }
  const order = queryText(request, "order");
  return {
    merchantId: queryText(request, "merchant"),
    // Ids are masked in exchanges, so that they are found by their masked form.
    orderId: order === undefined ? undefined : maskText(order),
    limit,
    before: queryText(request, "before"),
  };
}

function queryText(request: Request, name: string): string | undefined {
  const value: unknown = request.query[name];
  if (value === undefined || typeof value === "string") return value;
  throw new Problem(400, `Bad ${name}`, `${name} is given at most once.`);
}

function problemAnswer(error: unknown, _request: Request, response: Response, next: NextFunction): void {
  const problem = problemOf(error);
  if (problem === undefined) {
    next(error);
    return;
  }
  const { status, title, detail } = problem;
  response
    .status(status)
    .type("application/problem+json")
    .json({ type: "about:blank", title, status, detail });
}

/** Undefined for a fault of ours. */
function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  const refusal = refusalOfHttp(error);
  return refusal instanceof Refusal ? new Problem(400, "Bad request", `${refusal.explanation}.`) : undefined;
}
