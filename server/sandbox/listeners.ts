import { isIP } from "node:net";
import { loadTlsFiles } from "../certificate/tls-files.ts";
import type { TlsMaterial } from "../certificate/tls-files.ts";
import { ConfigError } from "./config.ts";
import type { Config } from "./settings/settings.ts";
import { createApp } from "../http/app.ts";
import type { AppParts } from "../http/parts.ts";
import type { RequestLimits } from "../http/server/broken-request.ts";
import { listen } from "../http/server/server.ts";

/** Where a sandbox answers: plain, and over TLS beside it when there are files for that. */
export interface Listeners {
  readonly url: string;
  readonly tlsUrl: string | undefined;
  readonly close: () => Promise<void>;
}

export interface ListenersOptions {
  readonly config: Config;
  readonly tls: TlsMaterial | undefined;
  readonly limits: RequestLimits;
}

/** One application behind both; either both listen or none. */
export async function openListeners(
  parts: AppParts,
  { config, tls, limits }: ListenersOptions,
): Promise<Listeners> {
  const { host, port, tlsPort = 0 } = config;
  const app = createApp(parts);
  const plain = await listen(app, parts, { host, port, limits });
  const url = `http://${hostInUrl(host)}:${plain.port}`;
  if (tls === undefined) return { url, tlsUrl: undefined, close: plain.close };
  const secure = await listen(app, parts, { host, port: tlsPort, limits, tls }).catch(
    async (error: unknown) => {
      await plain.close();
      throw error;
    },
  );
  return {
    url,
    tlsUrl: `https://${hostInUrl(host)}:${secure.port}`,
    close: async () => {
      await Promise.all([plain.close(), secure.close()]);
    },
  };
}

/**
 * The checked files of the TLS listener; undefined when there is to be none. Certificates are judged by the
 * machine's own time, as TLS itself does, and not by the sandbox's clock (assumption A172).
 */
export async function tlsMaterialOf(config: Config): Promise<TlsMaterial | undefined> {
  const { tlsPort, tlsCert: cert, tlsKey: key, tlsClientCa: clientCa, tlsCrl: crl } = config;
  if (tlsPort === undefined) return undefined;
  if (cert === undefined || key === undefined) throw new ConfigError("configuration: TLS needs files");
  return loadTlsFiles({ cert, key, clientCa, crl }, new Date().getTime());
}

/** Every address of the machine is none that a client can go to. */
const OWN_ADDRESS: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

function hostInUrl(host: string): string {
  const address = OWN_ADDRESS[host] ?? host;
  return isIP(address) === 6 ? `[${address}]` : address;
}
