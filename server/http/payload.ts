import express from "express";
import type { Request, RequestHandler } from "express";
import { isObject } from "../domain/json.ts";
import type { Json } from "../domain/json.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Payload } from "../gateway/call.ts";
import { jsonFault } from "./json-fault.ts";

/** Limits of a request body (assumption A2). */
export const BODY_BYTES_MAX = 1_048_576;
export const BODY_DEPTH_MAX = 32;
export const BODY_MEMBERS_MAX = 2_000;

/** Takes the body as bytes, whatever content type it claims: the gateway does not enforce it. */
export const readBytes: RequestHandler = express.raw({ type: () => true, limit: BODY_BYTES_MAX });

/** The body of the request, parsed. No body at all is taken as `{}`, so that the contract names what is missing. */
export function readPayload(request: Request): Payload {
  const bytes: unknown = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return { text: "{}", body: {} };
  const text = decode(bytes, request.get("content-type") ?? "");
  const body = parse(text);
  checkSize(body);
  return { text, body };
}

export function bytesOf(request: Request): number {
  const bytes: unknown = request.body;
  return Buffer.isBuffer(bytes) ? bytes.length : 0;
}

function decode(bytes: Buffer, contentType: string): string {
  const charset = /;\s*charset="?([\w.:-]+)"?/i.exec(contentType)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch (error) {
    const fault =
      error instanceof RangeError ? "its charset is not known" : "its bytes do not fit its charset";
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

function checkSize(body: Json): void {
  let members = 0;
  let level: Json[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= BODY_DEPTH_MAX) throw tooMuch(`is nested deeper than ${BODY_DEPTH_MAX} levels`);
    level = level.flatMap(partsOf);
    members += level.length;
    if (members > BODY_MEMBERS_MAX) throw tooMuch(`has more than ${BODY_MEMBERS_MAX} members`);
    level = level.filter((part) => typeof part === "object" && part !== null);
  }
}

function partsOf(value: Json): Json[] {
  if (Array.isArray(value)) return [...(value as readonly Json[])];
  return isObject(value) ? Object.values(value).filter((part) => part !== undefined) : [];
}

function tooMuch(fault: string): Refusal {
  return new Refusal("unreadable-request", `Json encoded payload error: the body ${fault}`);
}
