import { constants } from "node:crypto";
import { once } from "node:events";
import { createServer, IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { ServerOptions } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Express } from "express";
import type { TlsMaterial } from "../../certificate/tls-files.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import { codeOf } from "../../domain/thrown.ts";
import { endPause, rememberTcp } from "../gateway/faults.ts";
import type { AppParts } from "../parts.ts";
import { BODY_BYTES_MAX } from "../payload.ts";
import { answerBrokenRequest, brokenRequestRefusal, REQUEST_LIMITS } from "./broken-request.ts";
import type { RequestLimits } from "./broken-request.ts";

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
  /** More connections than this at once are closed; Infinity: as many as come. */
  readonly connectionsMax?: number;
  /** Told of each that is closed for that. */
  readonly onDrop?: () => void;
}

/** Listens; rejects in one sentence when the port is taken or the host is not ours. */
export async function listen(
  app: Express,
  parts: AppParts,
  { host, port, limits = REQUEST_LIMITS, tls, connectionsMax = Infinity, onDrop }: ListenOptions,
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
  server.maxConnections = connectionsMax;
  if (onDrop !== undefined) server.on("drop", onDrop);
  const sockets = openSockets(server, parts.stopwatch);
  answerWhatIsNoRequest({ server, app, parts, limits, sockets });
  if (tls) rememberTcp(server);
  server.listen(port, host);
  await once(server, "listening").catch((error: unknown) => {
    const fault = listenFault(error, tls ? "--tls-port" : "--port");
    throw new Error(`cannot listen on ${host} port ${port}: ${fault}`, { cause: error });
  });
  return { port: (server.address() as AddressInfo).port, close: () => drain(server, sockets) };
}

const TOO_SLOW = "ERR_HTTP_REQUEST_TIMEOUT";
/** Nothing can be answered: the other side is gone, or TLS was never agreed on. */
const BROKEN_CONNECTION = /^(ECONNRESET|EPROTO|ERR_SSL_.*|ERR_TLS_.*)$/;

interface Listener {
  readonly server: Server;
  readonly app: Express;
  readonly parts: AppParts;
  readonly limits: RequestLimits;
  readonly sockets: OpenSockets;
}

/** Node would answer these by itself, without a body and without an exchange. */
function answerWhatIsNoRequest({ server, app, parts, limits, sockets }: Listener): void {
  const answer = (socket: Duplex, refusal: Refusal): void => {
    answerBrokenRequest(parts, { refusal, socket, openedAt: sockets.get(socket) });
  };
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const refuse = (): void => {
      if (BROKEN_CONNECTION.test(error.code ?? "") || !socket.writable) socket.destroy();
      else answer(socket, brokenRequestRefusal(error.code, limits));
    };
    if (error.code === TOO_SLOW) unlessUnread(socket, limits, refuse);
    else refuse();
  });
  server.on("connect", (_request, socket: Duplex) => {
    answer(
      socket,
      new Refusal("unreadable-request", "CONNECT is not supported, because the gateway is not a proxy"),
    );
  });
  // An expectation that the gateway does not know may be passed over (RFC 9110 section 10.1.1, assumption A179).
  server.on("checkExpectation", app);
  // Nobody is asked to send a body that is refused for its length. The connection ends with the answer, as the next
  // request on it would be taken for the body that never comes, and be answered 408.
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    if (Number(request.headers["content-length"] ?? 0) > BODY_BYTES_MAX) response.shouldKeepAlive = false;
    else response.writeContinue();
    app(request, response);
  });
}

/** The open connections, and when each was opened by the stopwatch. */
type OpenSockets = ReadonlyMap<Duplex, number>;

/**
 * After a pause of the whole process Node looks at its timers before it reads: a request that came in time would be
 * called too slow without a byte of it having been looked at. What is read then has the limit's time once more; Node
 * itself no longer watches it.
 */
function unlessUnread(socket: Socket, { requestMs }: RequestLimits, refuse: () => void): void {
  const { bytesRead, bytesWritten } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) {
      refuse();
      return;
    }
    const timer = setTimeout(() => {
      if (socket.bytesWritten === bytesWritten) refuse();
    }, requestMs).unref();
    socket.once("close", () => {
      clearTimeout(timer);
    });
  });
}

function openSockets(server: Server, stopwatch: () => number): ReadonlyMap<Socket, number> {
  const sockets = new Map<Socket, number>();
  const remember = (socket: Socket): void => {
    sockets.set(socket, stopwatch());
    socket.once("close", () => sockets.delete(socket));
  };
  server.on("connection", remember);
  // Over TLS there is a second one within each, and only that one tells whether a request has begun.
  server.on("secureConnection", remember);
  return sockets;
}

/**
 * `close` alone would go on serving busy keep-alive connections, and closing all at once would cut answers off:
 * so idle ones are closed again and again until none is left or the time is up.
 */
async function drain(server: Server, sockets: ReadonlyMap<Socket, number>): Promise<void> {
  const closed = once(server, "close");
  const closeIdle = (): void => {
    server.closeIdleConnections();
    for (const socket of sockets.keys()) {
      // One that was opened in advance and never used counts as busy for Node.
      if (socket.bytesRead === 0) socket.destroy();
      endPause(socket);
    }
  };
  server.close();
  closeIdle();
  const idleTimer = setInterval(closeIdle, DRAIN_STEP_MS);
  const deadline = setTimeout(() => {
    for (const socket of sockets.keys()) socket.destroy();
  }, DRAIN_MS_MAX);
  await closed;
  clearInterval(idleTimer);
  clearTimeout(deadline);
}

const LISTEN_FAULTS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EADDRINUSE: "it is already in use; choose another with %s, or 0 for a free one",
  EADDRNOTAVAIL: "the host is not an address of this machine",
  EAI_AGAIN: "the host is unknown",
  ENOTFOUND: "the host is unknown",
};

function listenFault(error: unknown, flag: string): string {
  const code = codeOf(error);
  return LISTEN_FAULTS[code ?? ""]?.replace("%s", flag) ?? code ?? String(error);
}

/** Constructors for `createServer`, whose instances are the application's requests and responses from the start. */
interface NativeMessages {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse<IncomingMessage>;
}

/**
 * Express gives every request and response the prototypes of its application. Changing the prototype of an object
 * that lives makes all code slow that ever sees it; where it has that prototype already, nothing changes
 * (docs/decisions/0009-speed.md).
 */
function nativeMessages(app: Express): NativeMessages {
  class NativeRequest extends IncomingMessage {}
  class NativeResponse extends ServerResponse {}
  app.request = over(NativeRequest.prototype, app.request);
  app.response = over(NativeResponse.prototype, app.response);
  return { IncomingMessage: NativeRequest, ServerResponse: NativeResponse };
}

/** The prototype of Node's messages with all that Express's own has. */
function over<Prototype extends object>(native: object, express: Prototype): Prototype {
  return Object.setPrototypeOf(native, express) as Prototype;
}

/**
 * A client certificate is asked for, never demanded: clients that only speak https send a password, and what is
 * wrong with a certificate is answered in HTTP, by the step that asks who is calling (interface section 5).
 */
function tlsOptions({ cert, key, clientCa, crl }: TlsMaterial, limits: RequestLimits): ServerOptions {
  const base: ServerOptions = {
    cert,
    key,
    handshakeTimeout: limits.requestMs,
    // Every connection has its certificate verified anew: a resumed one would go on with an old verdict.
    secureOptions: constants.SSL_OP_NO_TICKET | constants.SSL_OP_NO_RENEGOTIATION,
  };
  // Without authorities of ours, Node would trust every public one.
  if (clientCa === undefined) return base;
  const lists = crl.length === 0 ? {} : { crl: [...crl] };
  return { ...base, ...lists, ca: clientCa, requestCert: true, rejectUnauthorized: false };
}
