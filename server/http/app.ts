import express from "express";
import type { Express, RequestHandler } from "express";
import { Refusal } from "../domain/record/refusal.ts";
import { formRoutes } from "./form/form-routes.ts";
import { gatewayRoutes } from "./gateway/gateway-routes.ts";
import { healthRoutes } from "./health-routes.ts";
import { lazyRoutes } from "./lazy-routes.ts";
import { pageRoutes } from "./pages/page-routes.ts";
import type { AppParts } from "./parts.ts";
import { unknownPath } from "./gateway/unknown-path.ts";

export function createApp(parts: AppParts): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");
  app.enable("case sensitive routing");
  app.enable("strict routing");
  app.use(oneHostOnly);
  // First, as every layer in front of a payment costs it time.
  app.use(gatewayRoutes(parts));
  app.use(healthRoutes(parts));
  app.use(
    "/_sandbox",
    lazyRoutes(async () => (await import("./control/routes.ts")).controlRoutes(parts)),
  );
  app.use(pageRoutes(parts));
  app.use(formRoutes(parts));
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
