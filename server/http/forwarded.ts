import type { Express, Request } from "express";
import type { AppParts } from "./parts.ts";

/** How a URL names a host, and its port. */
const HOST = /^([\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i;

/** Lets Express believe the X-Forwarded headers of these proxies (SANDBOX_TRUSTED_PROXIES). */
export function trustProxies(app: Express, { proxies }: Pick<AppParts, "proxies">): void {
  app.set("trust proxy", proxies.trusted.length === 0 ? false : [...proxies.trusted]);
  app.set(TELL_ORIGIN, proxies.tellOrigin);
}

const TELL_ORIGIN = "proxies tell origin";

/**
 * The address under which a trusted proxy took the request, such as `https://sandbox.example`; undefined when none told
 * one, or SANDBOX_PUBLIC_URL stands for all of them.
 */
export function originOf(request: Request): string | undefined {
  const { app, headers } = request;
  if (headers["x-forwarded-host"] === undefined || app.get(TELL_ORIGIN) !== true) return undefined;
  if (!isTrustedProxy(request) || !HOST.test(request.host)) return undefined;
  return `${request.protocol === "https" ? "https" : "http"}://${request.host}`;
}

/** Whether a proxy of SANDBOX_TRUSTED_PROXIES has sent the request. */
export function isTrustedProxy({ app, socket }: Request): boolean {
  const trusts = app.get("trust proxy fn") as (address: string | undefined, hop: number) => boolean;
  return trusts(socket.remoteAddress, 0);
}
