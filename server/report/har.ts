import { TOOL } from "./report.ts";
import type { Presentation, Report } from "./report.ts";
import type { Exchange } from "../domain/record/exchange.ts";
import type { Json } from "../domain/json.ts";
import { requestPath } from "../domain/record/request-path.ts";

/** Stands for an address that nobody named; nothing is ever there (RFC 6761). */
const NOWHERE = "http://gateway-sandbox.invalid";

/** The place of the entries, which stand last. */
const NO_ENTRIES = "[]";

/** HTTP Archive 1.2: the masked traffic for a browser's developer tools, an entry a piece. */
export function* harReport(report: Report, { version }: Presentation): Generator<string, void, undefined> {
  const log = {
    version: "1.2",
    creator: { name: TOOL, version },
    comment: `${report.title}: ${report.subject}`,
    pages: [],
    entries: [],
  };
  const frame = JSON.stringify({ log }, undefined, 2);
  const place = frame.lastIndexOf(NO_ENTRIES);
  yield `${frame.slice(0, place)}[`;
  let isFirst = true;
  for (const exchange of report.exchanges ?? []) {
    yield `${isFirst ? "" : ","}\n${indented(harEntry(exchange, report.url ?? NOWHERE))}`;
    isFirst = false;
  }
  yield `${isFirst ? "" : "\n    "}]${frame.slice(place + NO_ENTRIES.length)}\n`;
}

/** Line breaks within texts are escaped, so that those that are left are between members. */
function indented(entry: object): string {
  return `      ${JSON.stringify(entry, undefined, 2).replaceAll("\n", "\n      ")}`;
}

const JSON_TYPE = "application/json";
const NO_TYPE = "x-unknown";

/** One request and what came back. Headers are not recorded, so that only the sandbox's own is shown. */
function harEntry(exchange: Exchange, url: string): object {
  const { at, durationMs } = exchange;
  return {
    startedDateTime: at,
    time: durationMs,
    request: requestOf(exchange, url),
    response: responseOf(exchange),
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: durationMs, receive: 0 },
    comment: commentOf(exchange),
  };
}

function requestOf(exchange: Exchange, url: string): object {
  const { request } = exchange;
  const text = textOf(request.body);
  return {
    method: request.method,
    url: addressOf(exchange, url),
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: text === undefined ? [] : [{ name: "Content-Type", value: JSON_TYPE }],
    queryString: [],
    ...(text === undefined ? {} : { postData: { mimeType: JSON_TYPE, text } }),
    headersSize: -1,
    bodySize: request.bytes,
  };
}

function addressOf(exchange: Exchange, url: string): string {
  const path = requestPath(exchange);
  return url.replace(/\/$/, "") + (path.startsWith("/") ? path : `/${path}`);
}

/** Status 0 is how developer tools show that no answer came. */
function responseOf({ id, answer }: Exchange): object {
  const isSent = answer.status !== 0;
  const text = isSent ? textOf(answer.body) : undefined;
  const mimeType = text === undefined ? NO_TYPE : JSON_TYPE;
  const size = text === undefined ? 0 : new TextEncoder().encode(text).length;
  return {
    status: answer.status,
    statusText: statusText(answer.status),
    httpVersion: isSent ? "HTTP/1.1" : "",
    cookies: [],
    headers: isSent ? [{ name: "X-Sandbox-Exchange", value: id }] : [],
    content: { size, mimeType, ...(text === undefined ? {} : { text }) },
    redirectURL: "",
    headersSize: -1,
    bodySize: isSent ? size : -1,
  };
}

function commentOf(exchange: Exchange): string {
  const { id, fault, refusal, scenario } = exchange;
  const lost = fault?.lost ? `, the caller did not get ${fault.lost.status}` : "";
  return [
    `exchange ${id}`,
    ...(scenario ? [scenario.gatewayCode] : []),
    ...(refusal ? [refusal.explanation] : []),
    ...(fault ? [`fault ${fault.kind} ${fault.at}${lost}`] : []),
  ].join("; ");
}

function textOf(body: Json | undefined): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body);
}

/** The words beside the statuses that the sandbox answers (RFC 9110 section 15). */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  204: "No Content",
  303: "See Other",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** Empty for a status that has no words here, and for none at all. */
function statusText(status: number): string {
  return STATUS_TEXTS[status] ?? "";
}
