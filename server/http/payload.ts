import express from "express";
import type { NextFunction, Request, RequestHandler } from "express";
import type { Json, JsonObject } from "../domain/json.ts";
import { Refusal } from "../domain/record/refusal.ts";
import type { Payload } from "../gateway/call.ts";
import { maskBody } from "../gateway/secrets/masking.ts";
import { headerOf } from "./headers.ts";
import { bodyTooLarge } from "./http-errors.ts";
import { jsonFault } from "./json-fault.ts";

/** Limits of what a request body holds (assumption A2). */
export const BODY_DEPTH_MAX = 32;
export const BODY_MEMBERS_MAX = 2_000;
/** Characters of all names around a value: everything that names a value by its place costs as many. */
export const BODY_PATH_MAX = 2 * BODY_MEMBERS_MAX;

declare module "express-serve-static-core" {
  interface Request {
    /** Set by the first who asks for what is shown of the body. */
    payload?: Payload;
  }
}

/** Larger bodies are left out of the record, so that the journal is bounded in bytes as well. */
export const RECORDED_BYTES_MAX = 65_536;

/** The body of the request, parsed once for all who ask, with what its record shows of it, unless it is too large. */
export function shownPayload(request: Request): Payload {
  request.payload ??= withShown(readPayload(request), bytesOf(request));
  return request.payload;
}

function withShown({ text, body }: Payload, bytes: number): Payload {
  return bytes > RECORDED_BYTES_MAX ? { text, body } : { text, body, shown: maskBody(body) };
}

/** The body of the request, parsed. No body at all is taken as `{}`, so that the contract names what is missing. */
export function readPayload(request: Request): Payload {
  const bytes: unknown = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return { text: "{}", body: {} };
  const text = decode(bytes, headerOf(request, "content-type") ?? "");
  const body = parse(text);
  checkSize(text, body);
  return { text, body };
}

export function bytesOf(request: Request): number {
  const bytes: unknown = request.body;
  return Buffer.isBuffer(bytes) ? bytes.length : 0;
}

/** Of texts in UTF-8, which nearly all are. */
const UTF_8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Buffer, contentType: string): string {
  const charset = /;\s*charset="?([\w.:-]+)"?/i.exec(contentType)?.[1];
  try {
    const decoder = charset === undefined ? UTF_8 : new TextDecoder(charset, { fatal: true });
    return decoder.decode(bytes);
  } catch (error) {
    const fault =
      error instanceof RangeError ? "its charset is not supported" : "its bytes are not valid in its charset";
    throw new Refusal("unreadable-request", `Json encoded payload error: the body cannot be read, ${fault}`);
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Refusal("unreadable-request", `Json encoded payload error: ${jsonFault(text)}`);
  }
}

function checkSize(text: string, body: Json): void {
  if (isSmall(text)) return;
  if (membersOf(body, 1, 0) > BODY_MEMBERS_MAX) throw tooMuch(`has more than ${BODY_MEMBERS_MAX} members`);
}

/** Whether the text alone tells that it cannot be too much: each member takes two characters, each level begins once. */
function isSmall(text: string): boolean {
  return text.length <= 2 * BODY_MEMBERS_MAX && countOf("{", text) + countOf("[", text) <= BODY_DEPTH_MAX;
}

function countOf(mark: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) count += 1;
  return count;
}

/** How many members and items the value holds, at every depth. `around`: the characters of the names around it. */
function membersOf(value: Json, depth: number, around: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (depth > BODY_DEPTH_MAX) throw tooMuch(`is nested deeper than ${BODY_DEPTH_MAX} levels`);
  if (around > BODY_PATH_MAX)
    throw tooMuch(`has a value whose path is longer than ${BODY_PATH_MAX} characters`);
  let members = 0;
  for (const [name, part] of Object.entries(value as JsonObject))
    members += 1 + membersOf(part ?? null, depth + 1, around + name.length);
  return members;
}

function tooMuch(fault: string): Refusal {
  return new Refusal("unreadable-request", `Json encoded payload error: the body ${fault}`);
}

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
