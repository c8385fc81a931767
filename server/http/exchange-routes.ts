import type { Router } from "express";
import type { ExchangeQuery } from "../journal/journal.ts";
import { fieldsOfBody, fieldsOfQuery, numberOf, refuseUnknown } from "./exchange-fields.ts";
import { EXCHANGES_MAX, meantBy, pageOf } from "./exchange-query.ts";
import { FILTER_NAMES } from "../journal/exchange-filter.ts";
import { merchantNamed } from "./merchant-params.ts";
import type { AppParts, ExchangeSource } from "./parts.ts";
import { readPayload } from "./payload.ts";
import { readBytes } from "./read-bytes.ts";
import { Problem } from "./problem.ts";

export type ExchangeRouteParts = Pick<AppParts, "exchanges" | "merchants">;

/** What was asked and answered, and why: page by page, one by one, and as soon as it happens. */
export function exchangeRoutes({ exchanges, merchants }: ExchangeRouteParts, router: Router): void {
  router.get("/v1/exchanges", (request, response) => {
    response.json(shown(exchanges, pageOf(exchanges, fieldsOfQuery(request))));
  });
  router.get("/v1/merchants/:merchantId/exchanges", (request, response) => {
    const merchant = new Map([["merchant", merchantNamed(merchants, request).id]]);
    response.json(shown(exchanges, pageOf(exchanges, fieldsOfQuery(request), merchant)));
  });
  router.get("/v1/exchanges/:id", (request, response) => {
    const exchange = exchanges.find(request.params.id);
    if (exchange === undefined)
      throw new Problem(404, "No such exchange", "It never was, or newer ones pushed it out.");
    response.json(exchange);
  });
  waitRoute(exchanges, router);
}

/** One page, and where the next one begins: `next` is what to ask for as `before`. */
function shown(exchanges: ExchangeSource, query: ExchangeQuery): object {
  const found = exchanges.list({ ...query, limit: query.limit + 1 });
  const page = found.slice(0, query.limit);
  return { exchanges: page, next: found.length > page.length ? page.at(-1)?.id : undefined };
}

const COUNT = { least: 1, most: EXCHANGES_MAX, usual: 1 };
const TIMEOUT = { least: 0, most: 60_000, usual: 10_000 };

/** Answers as soon as so many exchanges match, so that suites need not ask again and again. */
function waitRoute(exchanges: ExchangeSource, router: Router): void {
  router.post("/v1/exchanges/wait", readBytes, async (request, response) => {
    const fields = fieldsOfBody(readPayload(request).body);
    refuseUnknown(fields, [...FILTER_NAMES, "count", "timeoutMs"]);
    const limit = numberOf(fields, "count", COUNT);
    const timeoutMs = numberOf(fields, "timeoutMs", TIMEOUT);
    const query = { ...meantBy(exchanges, fields), limit };
    const gone = new AbortController();
    response.once("close", () => {
      gone.abort();
    });
    const awaited = await exchanges.wait({ query, timeoutMs, gone: gone.signal });
    const matched = awaited.exchanges.length;
    switch (awaited.end) {
      case "matched":
        response.json({ exchanges: awaited.exchanges });
        return;
      case "late":
        throw new Problem(408, "Too late", `${matched} of ${limit} matched in ${timeoutMs} ms.`, { matched });
      case "stopped":
        throw new Problem(503, "Stopping", `${matched} of ${limit} matched; the sandbox stops.`, { matched });
      case "gone":
        response.end();
    }
  });
}
