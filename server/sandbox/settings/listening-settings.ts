import { optional, text, wholeNumber } from "./setting.ts";
import type { Setting } from "./setting.ts";

/** What the environment sets about where the sandbox listens. */
export interface ListeningConfig {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Where payers' browsers reach the pages, without a slash at its end; undefined: where the sandbox listens. */
  readonly publicUrl: string | undefined;
  /** Undefined: no TLS listener beside the plain one. */
  readonly tlsPort: number | undefined;
  readonly tlsCert: string | undefined;
  readonly tlsKey: string | undefined;
  /** Undefined: clients are not asked for certificates. */
  readonly tlsClientCa: string | undefined;
  readonly tlsCrl: string | undefined;
}

export const LISTENING_SETTINGS = {
  host: text(
    "SANDBOX_HOST",
    "127.0.0.1",
    "Address to listen on. Beyond loopback the control API requires a token.",
  ),
  port: wholeNumber(
    "SANDBOX_PORT",
    "8620",
    65_535,
    "Port to listen on; 0 picks a free one and prints it. If not set, PORT is used.",
  ),
  publicUrl: {
    variable: "SANDBOX_PUBLIC_URL",
    meaning:
      "Public URL of the pages for payers (browser payments and checkouts) if it is not the address above, for example behind a proxy or in a container: https://sandbox.example.",
    fallback: undefined,
    read: (value: string) => (/^https?:\/\/[^\s?#]+$/.test(value) ? value.replace(/\/+$/, "") : undefined),
    rule: "a URL such as https://sandbox.example",
  },
  tlsPort: wholeNumber(
    "SANDBOX_TLS_PORT",
    undefined,
    65_535,
    "Port of an additional TLS listener, which needs a certificate and key; 0 picks a free one, empty starts none.",
  ),
  tlsCert: optional(
    "SANDBOX_TLS_CERT",
    "Certificate of the TLS listener in PEM format, followed by any intermediate certificates.",
  ),
  tlsKey: optional("SANDBOX_TLS_KEY", "Private key of that certificate in PEM format, without a passphrase."),
  tlsClientCa: optional(
    "SANDBOX_TLS_CLIENT_CA",
    "CA certificates that may sign client certificates, in PEM format; empty requests no client certificates.",
  ),
  tlsCrl: optional(
    "SANDBOX_TLS_CRL",
    "Revocation lists of those CAs in PEM format, read at start; empty skips the revocation check.",
  ),
} as const satisfies { readonly [K in keyof ListeningConfig]: Setting<NonNullable<ListeningConfig[K]>> };
