import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { Express } from "express";
import { Refusal } from "../domain/refusal.ts";
import type { AppParts } from "./app.ts";
import { openRecording, EXCHANGE_HEADER } from "./exchange-recorder.ts";

/** Limits of a request's head and time (assumption A:limits). */
const HEADER_BYTES_MAX = 16_384;
const REQUEST_MS_MAX = 30_000;
const TIMEOUT_CHECK_MS = 5_000;

/** How long a stop waits for running answers. */
const DRAIN_MS_MAX = 10_000;
const DRAIN_STEP_MS = 50;

export interface Listening {
  readonly port: number;
  /** Lets running answers finish, takes no new request, and resolves when every connection is closed. */
  close: () => Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
}

/** Listens; rejects when the port is taken or the host is not ours. */
export async function listen(
  app: Express,
  parts: AppParts,
  { host, port }: ListenOptions,
): Promise<Listening> {
  const options = {
    maxHeaderSize: HEADER_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    headersTimeout: REQUEST_MS_MAX,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  };
  const server = createServer(options, app);
  server.on("clientError", (error, socket) => {
    answerBrokenRequest(parts, error, socket);
  });
  server.listen(port, host);
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, close: () => drain(server) };
}

/**
 * `close` alone would go on serving busy keep-alive connections, and closing all at once would cut answers off:
 * so idle ones are closed again and again until none is left or the time is over.
 */
async function drain(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  const closeIdle = setInterval(() => {
    server.closeIdleConnections();
  }, DRAIN_STEP_MS);
  const closeAll = setTimeout(() => {
    server.closeAllConnections();
  }, DRAIN_MS_MAX);
  server.closeIdleConnections();
  await closed;
  clearInterval(closeIdle);
  clearTimeout(closeAll);
}

/** What Node cannot even parse gets the gateway's error body too, and an exchange. */
function answerBrokenRequest(parts: AppParts, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const recording = openRecording(parts, "unknown", "unknown");
  const answer = recording.fail(BROKEN[error.code ?? ""] ?? UNREADABLE);
  recording.finish(answer);
  const body = JSON.stringify(answer.body);
  socket.end(
    `HTTP/1.1 ${answer.status} ${STATUS_TEXTS[answer.status] ?? ""}\r\n` +
      `Content-Type: application/json;charset=UTF-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `${EXCHANGE_HEADER}: ${recording.draft.id}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  408: "Request Timeout",
  431: "Request Header Fields Too Large",
};

const UNREADABLE = new Refusal("unreadable-request", "The request is no HTTP/1.1 request");

/** By Node's names of what its parser and its timers found. */
const BROKEN: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: new Refusal("header-too-large", `The header is larger than ${HEADER_BYTES_MAX} bytes`),
  ERR_HTTP_REQUEST_TIMEOUT: new Refusal(
    "request-too-slow",
    `The request was not complete within ${REQUEST_MS_MAX / 1000} seconds`,
  ),
};
