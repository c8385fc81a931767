import express, { Router } from "express";
import type { Express, RequestHandler } from "express";
import { Refusal } from "../domain/record/refusal.ts";
import { trustProxies } from "./forwarded.ts";
import { putUpGateway } from "./gateway/gateway-routes.ts";
import { unknownPath } from "./gateway/unknown-path.ts";
import { setGuards } from "./headers.ts";
import type { AppParts } from "./parts.ts";

export function createApp(parts: AppParts): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");
  app.enable("case sensitive routing");
  trustProxies(app, parts);
  app.use(oneHostOnly);
  // First, as every layer in front of a payment costs it time.
  putUpGateway(app, parts);
  app.use(healthRoutes(parts));
  app.use(
    "/_sandbox",
    lazyRoutes(async () => (await import("./control/routes.ts")).controlRoutes(parts)),
  );
  const { measured } = parts;
  if (measured !== undefined) {
    app.use(
      "/metrics",
      lazyRoutes(async () => (await import("./metrics-routes.ts")).metricsRoutes(parts, measured)),
    );
  }
  app.use(lazyRoutes(async () => (await import("./pages/page-routes.ts")).pageRoutes(parts)));
  app.use(unknownPath(parts));
  return app;
}

/** HTTP/1.1 demands the header, once (RFC 9112 section 3.2). Node keeps the first of several. */
const oneHostOnly: RequestHandler = ({ httpVersion, headers, rawHeaders }, _response, next) => {
  if (httpVersion === "1.1" && headers.host === undefined) {
    throw new Refusal("unreadable-request", "The request has no Host header");
  }
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHostName(rawHeaders[at] ?? "")) hosts += 1;
  if (hosts > 1) throw new Refusal("unreadable-request", "The request has more than one Host header");
  next();
};

function isHostName(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === "host";
}

/** For orchestrators: `/healthz` says that the process lives, `/readyz` that it can take and keep payments. */
export function healthRoutes({ storeTrouble }: Pick<AppParts, "storeTrouble">): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get(["/healthz", "/readyz"], (_request, response, next) => {
    setGuards(response);
    next();
  });
  router.get("/healthz", (_request, response) => {
    response.json({ status: "ok" });
  });
  router.get("/readyz", (_request, response) => {
    const reason = storeTrouble();
    if (reason === undefined) response.json({ status: "ready" });
    else response.status(503).json({ status: "store-unavailable", reason });
  });
  return router;
}

/** Routes that are loaded when somebody first asks for one of them. A failure answers that one request, and the next one tries again. */
export function lazyRoutes(load: () => Promise<RequestHandler>): RequestHandler {
  let routes: Promise<RequestHandler> | undefined;
  const loaded = (): Promise<RequestHandler> =>
    (routes ??= load().catch((error: unknown) => {
      routes = undefined;
      throw error;
    }));
  return async (request, response, next) => {
    const handle = await loaded();
    await handle(request, response, next);
  };
}
