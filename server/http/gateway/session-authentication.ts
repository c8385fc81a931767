import type { Request, RequestHandler } from "express";
import { holdsCardNumber } from "../../domain/card/card.ts";
import type { AppParts } from "../parts.ts";
import { shownCertificate } from "./client-certificate.ts";
import { recordingOf } from "./exchange-recorder.ts";
import type { Params } from "./mount.ts";

/** Requests that a session's id opened. */
const opened = new WeakSet<Request>();

/**
 * Lets a payer's device put values into the session of the path with the session's id as its password, beside
 * those whom the guards let through (assumption A148).
 */
export function orBySession(parts: AppParts, guards: readonly RequestHandler[]): RequestHandler[] {
  return [bySession(parts), ...guards.map(unlessOpened)];
}

function bySession({ gateway, merchants }: AppParts): RequestHandler {
  return async (request, _response, next) => {
    const { merchantId = "", sessionId = "" } = request.params as Params;
    const user = `merchant.${merchantId}`;
    // A certificate that is shown is judged before any password (assumption A169).
    const asksByPassword = request.method === "PUT" && shownCertificate(request.socket) === undefined;
    const isSessionOfPath = asksByPassword && isBasic(request, `${user}:${sessionId}`);
    const merchant = isSessionOfPath ? merchants.find(merchantId) : undefined;
    if (
      merchant &&
      !holdsCardNumber(merchantId) &&
      (await gateway.sessions.opensWith(merchantId, sessionId))
    ) {
      request.merchant = merchant;
      Object.assign(recordingOf(request).draft, { merchantId, authentication: "session-accepted" });
      opened.add(request);
    }
    next();
  };
}

function unlessOpened(guard: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (!opened.has(request)) return guard(request, response, next);
    next();
    return undefined;
  };
}

/** Whether the request's credentials are these (RFC 7617). */
function isBasic(request: Request, credentials: string): boolean {
  const given = /^Basic +([^ ]+) *$/i.exec(request.get("authorization") ?? "")?.[1] ?? "";
  return Buffer.from(given, "base64").toString() === credentials;
}
