import type { Request, RequestHandler } from "express";
import { holdsCardNumber } from "../../domain/card/card.ts";
import { textAt } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import { SESSION_ID, SESSION_ID_LENGTH } from "../../domain/request/session.ts";
import { headerOf } from "../headers.ts";
import type { AppParts } from "../parts.ts";
import { shownCertificate } from "./certificate-authentication.ts";
import { EXCHANGE_HEADER, recordingOf } from "./exchange-recorder.ts";
import type { Params } from "./mount.ts";

declare module "express-serve-static-core" {
  interface Request {
    /** The session whose id opened the request as its password. */
    openedBy?: string;
    /** Why the session whose id is the request's password does not open it. */
    notOpened?: string;
  }
}

type SessionParts = Pick<AppParts, "gateway" | "merchants">;

/**
 * Lets a payer's device put values into the session of the path with the session's id as its password, beside
 * those whom the guards let through (assumption A148).
 */
export function bySessionOfPath(
  parts: SessionParts,
  guards: readonly RequestHandler[],
): readonly RequestHandler[] {
  return orBySession(guards, async (request) => {
    const id = sessionIn(request);
    if (id === request.params["sessionId"]) await open(parts, request, id);
  });
}

/** Lets a payer's browser authenticate its payer with the id of the body's session as its password (assumption A294). */
export function bySessionOfBody(
  parts: SessionParts,
  guards: readonly RequestHandler[],
): readonly RequestHandler[] {
  const bySession = orBySession(guards, async (request) => {
    await open(parts, request, sessionIn(request));
  });
  return [showToPages, ...bySession];
}

/** Every page may read the answer to a session's id, also to a mistyped one, and which exchange it was. */
const showToPages: RequestHandler = (request, response, next) => {
  // Only browsers say where a page is from.
  if (headerOf(request, "origin") !== undefined && passwordOf(request).startsWith("SESSION"))
    response.set({ "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": EXCHANGE_HEADER });
  next();
};

/** A browser asks before its script may send credentials and JSON (Fetch standard, CORS-preflight request). */
export const preflight: RequestHandler = (request, response, next) => {
  if (headerOf(request, "access-control-request-method") !== "PUT") {
    next();
    return;
  }
  response.set({
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Allow-Methods": "PUT",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Max-Age": "600",
  });
  response.status(204).end();
};

const OPENED = ["INITIATE_AUTHENTICATION", "AUTHENTICATE_PAYER"];

/** What a session's id opened on an order is an authentication with that session, and nothing else. */
export function checkSessionOpens({ openedBy }: Request, body: Json): void {
  if (openedBy === undefined) return;
  const isOpened = OPENED.includes(textAt(body, "apiOperation") ?? "");
  if (isOpened && textAt(body, "session.id") === openedBy) return;
  const explanation = `A session's id is a password for ${OPENED.join(" and ")} with that session alone`;
  throw new Refusal("bad-credentials", explanation);
}

function orBySession(
  guards: readonly RequestHandler[],
  tryToOpen: (request: Request) => Promise<void>,
): readonly RequestHandler[] {
  const bySession: RequestHandler = (request, _response, next) => {
    if (sessionIn(request) === undefined) {
      next();
      return undefined;
    }
    return tryToOpen(request).then(() => {
      next();
    });
  };
  return [bySession, ...guards.map(unlessOpened)];
}

/** Counts the use of the session. */
async function open({ gateway, merchants }: SessionParts, request: Request, sessionId = ""): Promise<void> {
  const { merchantId = "" } = request.params as Params;
  const merchant = holdsCardNumber(merchantId) ? undefined : merchants.find(merchantId);
  if (merchant === undefined) return;
  const notOpened = await gateway.sessions.open(merchantId, sessionId);
  const { draft } = recordingOf(request);
  if (notOpened !== undefined) {
    request.notOpened = notOpened.reason;
    // Whoever asks for the merchant's exchanges finds it among them.
    if (notOpened.isKnown) draft.merchantId = merchantId;
    return;
  }
  request.merchant = merchant;
  request.openedBy = sessionId;
  Object.assign(draft, { merchantId, authentication: "session-accepted" });
}

function unlessOpened(guard: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (request.openedBy === undefined) return guard(request, response, next);
    next();
    return undefined;
  };
}

/**
 * The session whose id is the password of the path's merchant (RFC 7617). A certificate that is shown is judged before
 * any password (assumption A169).
 */
function sessionIn(request: Request): string | undefined {
  const { authorization = "" } = request.headers;
  // Base64 is longer than what it stands for; most passwords are shorter than a session's id.
  if (request.method !== "PUT" || authorization.length < userOf(request).length + SESSION_ID_LENGTH)
    return undefined;
  if (shownCertificate(request.socket) !== undefined) return undefined;
  const password = passwordOf(request);
  return SESSION_ID.test(password) ? password : undefined;
}

/** The password of the path's merchant; "" when there is none, or that of another. */
function passwordOf(request: Request): string {
  const { authorization = "" } = request.headers;
  const given = /^Basic +([^ ]+) *$/i.exec(authorization)?.[1] ?? "";
  const user = userOf(request);
  const credentials = Buffer.from(given, "base64").toString();
  return credentials.startsWith(user) ? credentials.slice(user.length) : "";
}

function userOf({ params }: Request): string {
  return `merchant.${(params as Params)["merchantId"] ?? ""}:`;
}
