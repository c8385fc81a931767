import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, RequestListener, Server, ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { PemPair } from "../../server/certificate/authority.ts";
import type { JsonObject } from "../../server/domain/json.ts";

/** One notification as the merchant's system gets it. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: JsonObject;
}

/** What a receiver makes of a notification; an answer that is never ended is none. */
export type Behaviour = (response: ServerResponse, received: Received) => void;

/** A merchant's system that takes notifications: a real server on a free port. */
export interface Receiver {
  /** Ends with a slash. */
  readonly url: string;
  readonly received: readonly Received[];
  /** What it does from now on; at first it answers 200. */
  behave: (behaviour: Behaviour) => void;
  /** Resolves as soon as so many have come. */
  until: (count: number) => Promise<readonly Received[]>;
  close: () => Promise<void>;
}

export const answering =
  (status: number, body = "") =>
  (response: ServerResponse): void => {
    response.writeHead(status).end(body);
  };

/** `tls` is the certificate that it shows; without one it speaks plain HTTP. */
export async function startReceiver(tls?: PemPair): Promise<Receiver> {
  const received: Received[] = [];
  let behaviour: Behaviour = answering(200);
  let noticed = (): void => undefined;
  const listener: RequestListener = (request, response) => {
    void text(request).then((content) => {
      const { method = "", url: path = "", headers } = request;
      const one = { method, path, headers, text: content, body: JSON.parse(content) as JsonObject };
      received.push(one);
      behaviour(response, one);
      noticed();
    });
  };
  const server: Server =
    tls === undefined
      ? createServer(listener)
      : createTlsServer({ cert: tls.certificate, key: tls.key }, listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}/`,
    received,
    behave: (other) => {
      behaviour = other;
    },
    until: async (count) => {
      while (received.length < count) {
        await new Promise<void>((resolve) => {
          noticed = resolve;
        });
      }
      return received;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
