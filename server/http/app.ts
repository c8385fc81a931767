import express from "express";
import type { Express, RequestHandler } from "express";
import type { ExchangeFilter } from "../journal/journal.ts";
import type { Exchange } from "../domain/exchange.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Clocks } from "../gateway/clocks.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Merchants } from "../gateway/merchants.ts";
import { controlRoutes } from "./control-routes.ts";
import { gatewayRoutes } from "./gateway-routes.ts";
import { healthRoutes } from "./health-routes.ts";
import { pageRoutes } from "./pages/page-routes.ts";
import { unknownPath } from "./unknown-path.ts";

/** What the HTTP floor works with. */
export interface AppParts {
  readonly gateway: Gateway;
  readonly clocks: Clocks;
  readonly merchants: Merchants;
  readonly record: (exchange: Exchange) => void;
  readonly exchanges: ExchangeSource;
  /** Whether payments can be taken and kept now. */
  readonly ready: () => boolean;
  /** Undefined: the control API asks for none. */
  readonly controlToken: string | undefined;
  /** Host names, beside addresses and localhost, under which the control API may be reached. */
  readonly controlHosts: readonly string[];
  /** Milliseconds since 1970, as answers show it. */
  readonly clock: () => number;
  /** Milliseconds of a clock that only moves forward, for durations. */
  readonly stopwatch: () => number;
  readonly newExchangeId: () => string;
  /** Reports a fault of ours with its stack; everything expected is in the exchange. */
  readonly reportBug: (error: unknown, exchangeId: string) => void;
}

export interface ExchangeSource {
  find: (id: string) => Exchange | undefined;
  list: (filter: ExchangeFilter) => readonly Exchange[];
}

export function createApp(parts: AppParts): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");
  app.enable("case sensitive routing");
  app.enable("strict routing");
  app.use(refuseWithoutHost);
  app.use(healthRoutes(parts));
  app.use("/_sandbox", controlRoutes(parts));
  app.use(pageRoutes(parts));
  app.use(gatewayRoutes(parts));
  app.use(unknownPath(parts));
  return app;
}

/** HTTP/1.1 demands the header (RFC 9112 section 3.2). */
const refuseWithoutHost: RequestHandler = (request, _response, next) => {
  if (request.httpVersion === "1.1" && request.headers.host === undefined) {
    throw new Refusal("unreadable-request", "The request has no Host header");
  }
  next();
};
