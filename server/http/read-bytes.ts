import express from "express";
import type { NextFunction, Request, RequestHandler } from "express";
import { bodyTooLarge } from "./http-errors.ts";

/** Limit of a request body (assumption A2). */
export const BODY_BYTES_MAX = 1_048_576;

/**
 * Refuses a body that says it is longer than the limit before a byte of it has come: the library would first wait for
 * all of it.
 */
export function refuseLongerThan(limit: number): RequestHandler {
  return (request, _response, next) => {
    if (Number(request.headers["content-length"] ?? 0) > limit) throw bodyTooLarge(limit);
    next();
  };
}

/** For bodies that are compressed, come in chunks, are too long, or are none. */
const readAny: RequestHandler = express.raw({ type: () => true, limit: BODY_BYTES_MAX });

/**
 * Takes the body as bytes, whatever content type it claims: the gateway does not enforce it. Nearly every body says how
 * long it is and comes as it is, and needs none of what the library can do (docs/decisions/0009-speed.md).
 */
export const readBytes: RequestHandler = (request, response, next) => {
  const length = Number(request.headers["content-length"] ?? NaN);
  if (length > BODY_BYTES_MAX) throw bodyTooLarge(BODY_BYTES_MAX);
  if (length > 0 && request.headers["content-encoding"] === undefined) collect(request, next);
  else void readAny(request, response, next);
};

function collect(request: Request, next: NextFunction): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
  });
  request.on("end", () => {
    const [first] = chunks;
    request.body = first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
    next();
  });
  request.on("error", () => {
    next(Object.assign(new Error("request aborted"), { status: 400, type: "request.aborted" }));
  });
}
