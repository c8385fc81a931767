import { isObject } from "../domain/json.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import type { ExplainWish } from "./explain.ts";

/** What may be explained, for people who sent something else. */
export const EXPLAIN_FORM =
  'Send {"path": "/api/rest/version/100/merchant/…", "body": {…}}, and if need be "method" (PUT when left out, ' +
  'GET without a body) and "headers".';

export const EXPLAIN_MEMBERS = ["method", "path", "headers", "body"] as const;

const METHODS = ["DELETE", "GET", "POST", "PUT"] as const;

/** The longest path and headers that are looked at, in characters: less than a real connection takes. */
const PATH_LENGTH_MAX = 2_000;
const HEADERS_LENGTH_MAX = 8_000;

/** Undefined: the body is no request to be explained. */
export function readExplainWish(body: Json): ExplainWish | undefined {
  if (!isObject(body)) return undefined;
  const { method, path, headers, body: sent } = body;
  const isKnown = Object.keys(body).every((name) => EXPLAIN_MEMBERS.some((known) => known === name));
  if (!isKnown || !isPath(path)) return undefined;
  const known = METHODS.find((it) => it === (method ?? (sent === undefined ? "GET" : "PUT")));
  const read = headersOf(headers);
  if (known === undefined || read === undefined || !isPayload(sent)) return undefined;
  return { method: known, path, headers: read, body: sent };
}

function isPath(path: Json | undefined): path is string {
  return typeof path === "string" && /^\/[\x21-\x7e]*$/.test(path) && path.length <= PATH_LENGTH_MAX;
}

function isPayload(sent: Json | undefined): sent is JsonObject | string | undefined {
  return sent === undefined || typeof sent === "string" || isObject(sent);
}

function headersOf(headers: Json | undefined): Readonly<Record<string, string>> | undefined {
  if (headers === undefined) return {};
  if (!isObject(headers) || JSON.stringify(headers).length > HEADERS_LENGTH_MAX) return undefined;
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    isHeader(name, value) ? [[name.toLowerCase(), value] as const] : [],
  );
  return entries.length === Object.keys(headers).length ? Object.fromEntries(entries) : undefined;
}

function isHeader(name: string, value: Json | undefined): value is string {
  return /^[\w-]+$/.test(name) && typeof value === "string" && /^[\x20-\x7e]*$/.test(value);
}
