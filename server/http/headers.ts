import type { IncomingMessage, ServerResponse } from "node:http";
import type { Response } from "express";

/**
 * A header of a request, or undefined; of several with the name Node makes one text. Express's own way writes the name in
 * small letters anew for each request.
 */
export function headerOf({ headers }: IncomingMessage, name: Lowercase<string>): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

/** In seconds: what a busy gateway is busy with is over at once (assumption A176). */
const RETRY_AFTER = "1";

/** Sets the status, and with the one of a busy gateway when to try again. */
export function setStatus(response: Response, status: number): void {
  response.status(status);
  if (status === 503) response.set("Retry-After", RETRY_AFTER);
}

/** What every answer says to browsers and caches: it is what it says it is, and is kept nowhere. */
export function setGuards(response: ServerResponse): void {
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Cache-Control", "no-store");
}
