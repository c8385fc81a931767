import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { loadTlsFiles } from "../certificate/tls-files.ts";
import type { TlsMaterial } from "../certificate/tls-files.ts";
import { ConfigError } from "./config.ts";
import type { Config } from "./settings/settings.ts";
import { createApp } from "../http/app.ts";
import type { AppParts } from "../http/parts.ts";
import type { RequestLimits } from "../http/server/broken-request.ts";
import { listen } from "../http/server/server.ts";
import type { ListenOptions } from "../http/server/server.ts";
import type { Log } from "./log.ts";

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
  readonly log: Log;
}

/** One application behind both; either both listen or none. */
export async function openListeners(
  parts: AppParts,
  { config, tls, limits, log }: ListenersOptions,
): Promise<Listeners> {
  const { host, port, tlsPort = 0 } = config;
  const app = createApp(parts);
  const shared = { host, limits, ...connectionLimit(tls === undefined ? 1 : 2, parts, log) };
  const plain = await listen(app, parts, { ...shared, port });
  const url = `http://${hostInUrl(host)}:${plain.port}`;
  if (tls === undefined) return { url, tlsUrl: undefined, close: plain.close };
  const secure = await listen(app, parts, { ...shared, port: tlsPort, tls }).catch(async (error: unknown) => {
    await plain.close();
    throw error;
  });
  return {
    url,
    tlsUrl: `https://${hostInUrl(host)}:${secure.port}`,
    close: async () => {
      await Promise.all([plain.close(), secure.close()]);
    },
  };
}

/** Of the files that the process may have open: for the store, the journal, code that is loaded late, notifications, the database. */
const RESERVED_FILES = 256;

/**
 * How many connections the process can take, each of which takes an open file, so that it has files left for its own work: all but
 * the reserved ones, at least half. Infinity where the system does not say how many there may be; only Linux does.
 */
export function connectionsMax(limits: string): number {
  const filesMax = Number(/^Max open files +(\d+) /m.exec(limits)?.[1] ?? Infinity);
  return Math.max(filesMax - RESERVED_FILES, Math.floor(filesMax / 2));
}

/** As Linux tells them. Node has raised that of open files as far as it may. */
function limitsOfProcess(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}

/** A flood goes on for longer than one line of the log. */
const TOLD_AGAIN_MS = 60_000;

/** Listeners share what connections there can be. */
function connectionLimit(
  listeners: number,
  { stopwatch }: AppParts,
  log: Log,
): Pick<ListenOptions, "connectionsMax" | "onDrop"> {
  const connections = Math.floor(connectionsMax(limitsOfProcess()) / listeners);
  let toldAt = -Infinity;
  return {
    connectionsMax: connections,
    onDrop: () => {
      if (stopwatch() - toldAt < TOLD_AGAIN_MS) return;
      toldAt = stopwatch();
      const why = "each takes an open file, and the sandbox keeps some for its own work";
      log("warn", "too-many-connections", { connections, why, remedy: "raise the limit: ulimit -n" });
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
