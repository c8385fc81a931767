import { isIP } from "node:net";
import type { Request, RequestHandler } from "express";
import { Problem } from "./problem.ts";

/**
 * Keeps web pages out that reach this port under a name of their own (DNS rebinding): such a name is never an
 * address and never `localhost`, and names that are meant are listed.
 */
export function ownHostOnly(controlHosts: readonly string[]): RequestHandler {
  const names = controlHosts.map((name) => name.toLowerCase());
  return (request, _response, next) => {
    // Express has no host name for a request without a Host header (HTTP/1.0), whatever its types say.
    const host = ((request.hostname as string | undefined) ?? "").replace(/^\[(.*)\]$/, "$1").toLowerCase();
    if (isIP(host) === 0 && host !== "localhost" && !names.includes(host)) {
      throw new Problem(
        403,
        "Foreign host",
        "Name the host in SANDBOX_CONTROL_HOSTS, or use an address or localhost.",
      );
    }
    next();
  };
}

const READING: readonly string[] = ["GET", "HEAD"];

/**
 * Lets no page of somebody else change anything: a browser sends simple requests to wherever a page wants, and only
 * the answer is kept from the page, so that reading needs no such guard.
 */
export const ownPagesOnly: RequestHandler = (request, _response, next) => {
  if (!READING.includes(request.method) && isOfForeignPage(request)) {
    throw new Problem(403, "Foreign page", "Only the sandbox's own page, and programs, can change anything.");
  }
  next();
};

/**
 * By what browsers say of their own accord; older ones have no Sec-Fetch-Site, and programs say nothing.
 * `same-site` is foreign too: it is another port of this machine (assumption A182).
 */
function isOfForeignPage(request: Request): boolean {
  const site = request.get("sec-fetch-site");
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const origin = request.get("origin");
  // TLS may end in front of the sandbox, so that only the host is compared.
  return origin !== undefined && hostOf(origin) !== request.get("host")?.toLowerCase();
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
