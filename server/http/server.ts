import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Express } from "express";
import type { TlsMaterial } from "../certificate/tls-files.ts";
import { Refusal } from "../domain/refusal.ts";
import type { AppParts } from "./parts.ts";
import { answerBrokenRequest, brokenRequestRefusal, REQUEST_LIMITS } from "./broken-request.ts";
import type { RequestLimits } from "./broken-request.ts";
import { endPause, rememberTcp } from "./faults-connection.ts";
import { nativeMessages } from "./native-messages.ts";
import { tlsOptions } from "./tls.ts";

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
  readonly limits?: RequestLimits;
  /** Undefined: plain HTTP. */
  readonly tls?: TlsMaterial | undefined;
}

/** Listens; rejects in one sentence when the port is taken or the host is not ours. */
export async function listen(
  app: Express,
  parts: AppParts,
  { host, port, limits = REQUEST_LIMITS, tls }: ListenOptions,
): Promise<Listening> {
  const options = {
    maxHeaderSize: limits.headerBytes,
    requestTimeout: limits.requestMs,
    headersTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    // The app itself refuses a request without one, with an exchange.
    requireHostHeader: false,
    ...nativeMessages(app),
  };
  const server: Server = tls
    ? createTlsServer({ ...options, ...tlsOptions(tls, limits) }, app)
    : createServer(options, app);
  answerWhatIsNoRequest(server, app, parts, limits);
  if (tls) rememberTcp(server);
  const sockets = openSockets(server);
  server.listen(port, host);
  await once(server, "listening").catch((error: unknown) => {
    const fault = listenFault(error, tls ? "--tls-port" : "--port");
    throw new Error(`cannot listen on ${host} port ${port}: ${fault}`, { cause: error });
  });
  return { port: (server.address() as AddressInfo).port, close: () => drain(server, sockets) };
}

/** Nothing can be answered: the other side is gone, or TLS was never agreed on. */
const BROKEN_CONNECTION = /^(ECONNRESET|EPROTO|ERR_SSL_.*|ERR_TLS_.*)$/;

/** Node would answer these by itself, without a body and without an exchange. */
function answerWhatIsNoRequest(server: Server, app: Express, parts: AppParts, limits: RequestLimits): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (BROKEN_CONNECTION.test(error.code ?? "") || !socket.writable) socket.destroy();
    else answerBrokenRequest(parts, brokenRequestRefusal(error.code, limits), socket);
  });
  server.on("connect", (_request, socket: Duplex) => {
    const refusal = new Refusal("unreadable-request", "CONNECT is for proxies, which the gateway is not");
    answerBrokenRequest(parts, refusal, socket);
  });
  // An expectation that the gateway does not know may be passed over (RFC 9110 section 10.1.1, assumption A179).
  server.on("checkExpectation", app);
}

function openSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  const remember = (socket: Socket): void => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  };
  server.on("connection", remember);
  // Over TLS there is a second one within each, and only that one tells whether a request has begun.
  server.on("secureConnection", remember);
  return sockets;
}

/**
 * `close` alone would go on serving busy keep-alive connections, and closing all at once would cut answers off:
 * so idle ones are closed again and again until none is left or the time is over.
 */
async function drain(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = once(server, "close");
  const closeIdle = (): void => {
    server.closeIdleConnections();
    for (const socket of sockets) {
      // One that was opened in advance and never used counts as busy for Node.
      if (socket.bytesRead === 0) socket.destroy();
      endPause(socket);
    }
  };
  server.close();
  closeIdle();
  const idleTimer = setInterval(closeIdle, DRAIN_STEP_MS);
  const deadline = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, DRAIN_MS_MAX);
  await closed;
  clearInterval(idleTimer);
  clearTimeout(deadline);
}

const LISTEN_FAULTS: Readonly<Record<string, string>> = {
  EACCES: "this user may not take it",
  EADDRINUSE: "another program has it; choose another with %s, or 0 for a free one",
  EADDRNOTAVAIL: "the host is no address of this machine",
  EAI_AGAIN: "the host is not known",
  ENOTFOUND: "the host is not known",
};

function listenFault(error: unknown, flag: string): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return LISTEN_FAULTS[code]?.replace("%s", flag) ?? (code === "" ? String(error) : code);
}
