import type { Exchange } from "../domain/exchange.ts";
import type { Json } from "../domain/json.ts";
import { statusText } from "./status-text.ts";

const JSON_TYPE = "application/json";
const NO_TYPE = "x-unknown";

/** One request and what came back. Headers are not recorded, so that only the sandbox's own is shown. */
export function harEntry(exchange: Exchange, url: string): object {
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

function requestOf({ request, merchantId }: Exchange, url: string): object {
  const text = textOf(request.body);
  return {
    method: request.method,
    url: addressOf(request, merchantId, url),
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: text === undefined ? [] : [{ name: "Content-Type", value: JSON_TYPE }],
    queryString: [],
    ...(text === undefined ? {} : { postData: { mimeType: JSON_TYPE, text } }),
    headersSize: -1,
    bodySize: request.bytes,
  };
}

/** The path with what the record knows of it; other ids stay as the names that the route has for them. */
function addressOf(request: Exchange["request"], merchantId: string | undefined, url: string): string {
  const known: Readonly<Record<string, string | undefined>> = {
    version: request.version?.toString(),
    merchantId,
    orderId: request.orderId,
    transactionId: request.transactionId,
  };
  const path = request.route.replace(/:(\w+)/g, (name, parameter: string) => {
    const value = known[parameter];
    return value === undefined ? name : encodeURIComponent(value);
  });
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
