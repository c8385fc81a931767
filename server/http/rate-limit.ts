import type { RequestHandler } from "express";
import type { Merchant } from "../domain/merchant.ts";
import { Refusal } from "../domain/record/refusal.ts";

/** So that the load test of one merchant leaves time for the others. */
export interface RateLimit {
  /** Throws a busy Refusal when the merchant has used up its requests of the last second. */
  readonly take: (merchant: Merchant) => void;
}

/** Merchants that are kept in mind before those who are quiet are forgotten. */
const KEPT_MAX = 1_000;

interface RateLimitParts {
  /** Requests per second of merchants that say nothing of it; undefined: as many as they like. */
  readonly perSecond: number | undefined;
  /** Milliseconds of a clock that only moves forward. */
  readonly stopwatch: () => number;
}

/**
 * A bucket for each merchant, which holds the requests of a second and fills steadily. It is kept as the one moment
 * when it is full again (generic cell rate algorithm).
 */
export function createRateLimit({ perSecond, stopwatch }: RateLimitParts): RateLimit {
  const full = new Map<string, number>();
  return {
    take: ({ id, requestsPerSecond = perSecond }) => {
      if (requestsPerSecond === undefined) return;
      const now = stopwatch();
      const next = Math.max(full.get(id) ?? now, now) + 1_000 / requestsPerSecond;
      if (next > now + 1_000) throw tooMany(requestsPerSecond);
      full.set(id, next);
      if (full.size > KEPT_MAX) forgetFull(full, now);
    },
  };
}

function forgetFull(full: Map<string, number>, now: number): void {
  for (const [id, at] of full) if (at <= now) full.delete(id);
}

function tooMany(perSecond: number): Refusal {
  return new Refusal(
    "busy",
    `The merchant may send ${perSecond} requests per second (requestsPerSecond of the merchant, or SANDBOX_REQUESTS_PER_SECOND)`,
  );
}

/** Before the body is read. */
export function limitRate(rates: RateLimit): RequestHandler {
  return ({ merchant }, _response, next) => {
    if (merchant !== undefined) rates.take(merchant);
    next();
  };
}
