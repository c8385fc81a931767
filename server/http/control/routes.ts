import { isIP } from "node:net";
import { Router } from "express";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { Refusal } from "../../domain/record/refusal.ts";
import { setGuards, setStatus } from "../headers.ts";
import { refusalOfHttp } from "../http-errors.ts";
import type { AppParts } from "../parts.ts";
import { usersOnly } from "./access/users.ts";
import { mount } from "./kernel/kernel.ts";
import { StoreBusy } from "../../store/store.ts";
import { Problem } from "./kernel/problem.ts";
import { CONTROL_DESCRIPTION, ENDPOINTS } from "./resources.ts";

/** The control API: what the sandbox saw and decided. Nothing of it is on the gateway's paths. */
export function controlRoutes(parts: AppParts): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const mountAll = (isOpen: boolean): void => {
    for (const endpoint of ENDPOINTS.filter((it) => (it.isOpen ?? false) === isOpen))
      mount(router, endpoint, parts, CONTROL_DESCRIPTION);
  };
  router.use(guardAnswer, ownHostOnly(parts.controlHosts), ownPagesOnly);
  mountAll(true);
  router.use(usersOnly(parts.access));
  mountAll(false);
  router.use("/mcp", mcpWhenAsked(parts));
  router.use(() => {
    throw new Problem(
      404,
      "No such resource",
      "The control API does not have this path, or not with this method.",
    );
  });
  router.use(problemAnswer);
  return router;
}

/** The packages of the Model Context Protocol are loaded when somebody speaks it: most sandboxes are never asked. */
function mcpWhenAsked(parts: AppParts): RequestHandler {
  let routes: Promise<Router> | undefined;
  return async (request, response, next) => {
    routes ??= import("../mcp/route.ts").then(({ mcpRoute }) => Router().all("/", ...mcpRoute(parts)));
    (await routes)(request, response, next);
  };
}

/** Nothing is guessed about what an answer is, and no cache keeps it. */
export const guardAnswer: RequestHandler = (_request, response, next) => {
  setGuards(response);
  next();
};

/**
 * Keeps web pages out that reach this port under a name of their own (DNS rebinding): such a name is never an
 * address and never `localhost`, and names that are meant are listed.
 */
export function ownHostOnly(controlHosts: readonly string[]): RequestHandler {
  const names = controlHosts.map((name) => name.toLowerCase());
  return (request, _response, next) => {
    // Express has no host name for a request without a Host header (HTTP/1.0), whatever its types say.
    const host = ((request.hostname as string | undefined) ?? "").replace(/^\[(.*)\]$/, "$1").toLowerCase();
    if (isIP(host) === 0 && host !== "localhost" && !names.includes(host)) {
      throw new Problem(
        403,
        "Host not allowed",
        "Add the host to SANDBOX_CONTROL_HOSTS, or use an IP address or localhost.",
      );
    }
    next();
  };
}

const READING: readonly string[] = ["GET", "HEAD"];

/**
 * Lets no page of somebody else change anything: a browser sends simple requests to wherever a page wants, and only
 * the answer is kept from the page, so that reading needs no such guard.
 */
const ownPagesOnly: RequestHandler = (request, _response, next) => {
  if (!READING.includes(request.method) && isOfForeignPage(request)) {
    throw new Problem(
      403,
      "Origin not allowed",
      "Only the sandbox's own pages, and programs, may make changes.",
    );
  }
  next();
};

/**
 * By what browsers say of their own accord; older ones have no Sec-Fetch-Site, and programs say nothing.
 * `same-site` is foreign too: it is another port of this machine (assumption A182).
 */
function isOfForeignPage(request: Request): boolean {
  const site = request.get("sec-fetch-site");
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const origin = request.get("origin");
  // TLS may end in front of the sandbox, so that only the host is compared.
  return origin !== undefined && hostOf(origin) !== request.get("host")?.toLowerCase();
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

export function problemAnswer(
  error: unknown,
  _request: Request,
  response: Response,
  next: NextFunction,
): void {
  const problem = problemOf(error);
  if (problem === undefined) {
    next(error);
    return;
  }
  const { status, title, detail, members } = problem;
  setStatus(response, status);
  response.type("application/problem+json").json({ type: "about:blank", title, status, detail, ...members });
}

/** Undefined for a fault of ours. */
function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (error instanceof StoreBusy) return new Problem(503, "Busy", "The store is busy. Try again.");
  const refusal = refusalOfHttp(error);
  if (!(refusal instanceof Refusal)) return undefined;
  const isTooLarge = refusal.reason === "body-too-large";
  return new Problem(
    isTooLarge ? 413 : 400,
    isTooLarge ? "Too large" : "Bad request",
    `${refusal.explanation}.`,
  );
}
