import express from "express";
import type { NextFunction, Request, RequestHandler } from "express";

/** Limit of a request body (assumption A2). */
export const BODY_BYTES_MAX = 1_048_576;

/** For bodies that are compressed, come in chunks, are too long, or are none. */
const readAny: RequestHandler = express.raw({ type: () => true, limit: BODY_BYTES_MAX });

/**
 * Takes the body as bytes, whatever content type it claims: the gateway does not enforce it. Nearly every body says how
 * long it is and comes as it is, and needs none of what the library can do (docs/decisions/0009-speed.md).
 */
export const readBytes: RequestHandler = (request, response, next) => {
  if (isPlain(request)) collect(request, next);
  else void readAny(request, response, next);
};

function isPlain({ headers }: Request): boolean {
  const length = Number(headers["content-length"] ?? NaN);
  return length > 0 && length <= BODY_BYTES_MAX && headers["content-encoding"] === undefined;
}

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
