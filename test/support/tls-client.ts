import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import type { PemPair } from "../../server/certificate/authority.ts";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import type { JsonObject } from "../../server/domain/json.ts";

/** A call over TLS, on a connection of its own. */
export interface TlsCall {
  readonly path: string;
  /** The client's certificate; left out: it shows none. */
  readonly certificate?: PemPair | undefined;
  /** `user:password`; left out: no Authorization header. */
  readonly credentials?: string | undefined;
  /** Sent with PUT; left out: GET. */
  readonly body?: JsonObject;
  readonly maxVersion?: "TLSv1.2" | "TLSv1.3";
}

export interface TlsAnswer {
  readonly status: number;
  readonly text: string;
  readonly body: JsonObject;
  readonly exchangeId: string;
  readonly challenge: string | undefined;
}

export type TlsClient = (call: TlsCall) => Promise<TlsAnswer>;

/** Trusts only that authority, and so proves the server's certificate with every call. */
export function tlsClient(url: string, authorityPem: string): TlsClient {
  return async ({ path, certificate, credentials, body, maxVersion = "TLSv1.3" }) => {
    const call = request(new URL(path, url), {
      method: body === undefined ? "GET" : "PUT",
      ca: authorityPem,
      agent: false,
      maxVersion,
      cert: certificate?.certificate,
      key: certificate?.key,
      auth: credentials ?? null,
    });
    call.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(call, "response")) as [IncomingMessage];
    const answer = await text(response);
    return {
      status: response.statusCode ?? 0,
      text: answer,
      body: JSON.parse(answer) as JsonObject,
      exchangeId: String(response.headers["x-sandbox-exchange"]),
      challenge: response.headers["www-authenticate"],
    };
  };
}

/** What the sandbox saw and decided, asked over the plain listener. */
export async function exchangeOf(url: string, { exchangeId }: TlsAnswer): Promise<Exchange> {
  const found = await fetch(`${url}/_sandbox/v1/exchanges/${exchangeId}`);
  return (await found.json()) as Exchange;
}
