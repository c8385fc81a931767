import { constants } from "node:crypto";
import type { ServerOptions } from "node:https";
import type { TlsMaterial } from "../../certificate/tls-files.ts";
import type { RequestLimits } from "./broken-request.ts";

/**
 * A client certificate is asked for, never demanded: clients that only speak https send a password, and what is
 * wrong with a certificate is answered in HTTP, by the step that asks who is calling (interface section 5).
 */
export function tlsOptions({ cert, key, clientCa, crl }: TlsMaterial, limits: RequestLimits): ServerOptions {
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
