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

/** Names and values in turn, as `writeHead` takes them. */
export type Headers = readonly string[];

const NONE: Headers = [];
/** In seconds: what a busy gateway is busy with is over at once (assumption A176). */
const RETRY_AFTER: Headers = ["Retry-After", "1"];

/** A busy gateway says when to try again. */
export function headersOfStatus(status: number): Headers {
  return status === 503 ? RETRY_AFTER : NONE;
}

export function setStatus(response: Response, status: number): void {
  response.status(status);
  setHeaders(response, headersOfStatus(status));
}

/** What every answer says to browsers and caches: it is what it says it is, and is kept nowhere. */
export const GUARDS: Headers = ["X-Content-Type-Options", "nosniff", "Cache-Control", "no-store"];

export function setGuards(response: ServerResponse): void {
  setHeaders(response, GUARDS);
}

export function setHeaders(response: ServerResponse, headers: Headers): void {
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? "", headers[at + 1] ?? "");
}
