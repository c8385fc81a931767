import type { Duplex } from "node:stream";
import { Refusal } from "../../domain/record/refusal.ts";
import type { AppParts } from "../parts.ts";
import { openRecording, EXCHANGE_HEADER } from "../gateway/exchange-recorder.ts";

/** Limits of a request's head and time (assumption A2). */
export interface RequestLimits {
  readonly headerBytes: number;
  /** From the first byte of the request to its last. */
  readonly requestMs: number;
  /** How often running requests are held against `requestMs`. */
  readonly checkMs: number;
}

export const REQUEST_LIMITS: RequestLimits = { headerBytes: 16_384, requestMs: 30_000, checkMs: 5_000 };

/** A connection with something on it that is no request. */
export interface BrokenRequest {
  readonly refusal: Refusal;
  readonly socket: Duplex;
  /** When the connection was opened, by the stopwatch; undefined: it is closed already. */
  readonly openedAt: number | undefined;
}

/** What Node cannot even parse gets the gateway's error body too, and an exchange that tells how long it took. */
export function answerBrokenRequest(parts: AppParts, { refusal, socket, openedAt }: BrokenRequest): void {
  const recording = openRecording(parts, "unknown", "unknown");
  if (openedAt !== undefined) {
    const seconds = ((parts.stopwatch() - openedAt) / 1000).toFixed(3);
    recording.draft.notes = [`The connection was open for ${seconds} seconds.`];
  }
  const answer = recording.fail(refusal);
  const body = JSON.stringify(answer.body);
  recording.finish(answer, body);
  socket.end(
    `HTTP/1.1 ${answer.status} ${STATUS_TEXTS[answer.status] ?? ""}\r\n` +
      `Content-Type: application/json;charset=UTF-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n` +
      `${EXCHANGE_HEADER}: ${recording.draft.id}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  408: "Request Timeout",
  431: "Request Header Fields Too Large",
};

/** The refusal for what Node's parser and its timers found, by their own names of it. */
export function brokenRequestRefusal(code: string | undefined, limits: RequestLimits): Refusal {
  if (code === "HPE_HEADER_OVERFLOW") {
    return new Refusal("header-too-large", `The header is larger than ${limits.headerBytes} bytes`);
  }
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    const seconds = limits.requestMs / 1000;
    return new Refusal("request-too-slow", `The request was not complete within ${seconds} seconds`);
  }
  return new Refusal("unreadable-request", "The request is not a valid HTTP/1.1 request");
}
