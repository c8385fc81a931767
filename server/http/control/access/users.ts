import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { isTrustedProxy } from "../../forwarded.ts";
import { Problem } from "../kernel/problem.ts";
import type { ControlAccess, ControlUser } from "./access.ts";

declare module "express-serve-static-core" {
  interface Request {
    /** Who calls the control API. */
    controlUser?: ControlUser;
    /** The revision that the call has made of what it changes. */
    changedTo?: string;
  }
}

const EVERYTHING = { role: "administer", merchants: undefined } as const;
const ANYBODY: ControlUser = { name: "anybody", ...EVERYTHING, tokenHash: undefined };

/** Whoever has the control token. */
function holderOf(token: string): ControlUser {
  return { name: "control token", ...EVERYTHING, tokenHash: hashOf(token) };
}

export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Whether a token or a log-in is needed at all: where only this machine calls and nothing is set, it is not. */
export function isAccessAsked({ token, users }: ControlAccess): boolean {
  return token !== undefined || users.length > 0;
}

/** Programs send a token in a header, browsers that logged in have a cookie, and a trusted proxy names its user. */
export function usersOnly(access: ControlAccess): RequestHandler {
  return (request, response, next) => {
    const user = isAccessAsked(access) ? userOf(request, access) : ANYBODY;
    if (user !== undefined) {
      request.controlUser = user;
      next();
      return;
    }
    response.set("WWW-Authenticate", "Bearer");
    throw new Problem(401, "Token required", "Send the control token as Authorization: Bearer <token>.");
  };
}

function userOf(request: Request, access: ControlAccess): ControlUser | undefined {
  const bearer = /^Bearer (.+)$/i.exec(request.get("authorization") ?? "")?.[1];
  if (bearer !== undefined) return userWithToken(bearer, access);
  return userOfCookie(request, access) ?? userOfProxy(request, access);
}

/** Whose token it is; every one is compared, in constant time. */
export function userWithToken(token: string, access: ControlAccess): ControlUser | undefined {
  const hash = hashOf(token);
  return everybody(access).filter(({ tokenHash = "" }) => isSame(hash, tokenHash))[0];
}

function everybody({ token, users }: ControlAccess): readonly ControlUser[] {
  return token === undefined ? users : [holderOf(token), ...users];
}

/** A header that anybody could send counts only from a proxy that is trusted. */
function userOfProxy(request: Request, { users, userHeader }: ControlAccess): ControlUser | undefined {
  const name = userHeader === undefined ? undefined : request.get(userHeader);
  if (name === undefined || !isTrustedProxy(request)) return undefined;
  return users.find((user) => user.name === name);
}

const COOKIE = "gateway-sandbox";

/** No script reads the cookie, no page of another site sends it, and over TLS it is never sent in the clear. */
export function setLoginCookie(
  request: Request,
  response: Response,
  user: ControlUser,
  access: ControlAccess,
): void {
  response.cookie(COOKIE, proofOf(user, access), {
    ...{ httpOnly: true, sameSite: "strict", secure: request.secure, path: "/_sandbox" },
  });
}

/** The same as a header of a request that the sandbox makes to itself for the user. */
export function loginCookieOf(user: ControlUser, access: ControlAccess): string {
  return `${COOKIE}=${proofOf(user, access)}`;
}

export function clearLoginCookie(response: Response): void {
  response.clearCookie(COOKIE, { path: "/_sandbox" });
}

function userOfCookie(request: Request, access: ControlAccess): ControlUser | undefined {
  const cookies = (request.get("cookie") ?? "").split(";").map((it) => it.trim());
  const values = cookies.filter((it) => it.startsWith(`${COOKIE}=`)).map((it) => it.slice(COOKIE.length + 1));
  return everybody(access).find((user) => values.some((value) => isSame(value, proofOf(user, access))));
}

/** Shows that somebody knew the token, and does not tell it. It holds as long as user and token are the same. */
function proofOf({ name, tokenHash = "" }: ControlUser, { cookieKey }: ControlAccess): string {
  return createHmac("sha256", cookieKey)
    .update(JSON.stringify([name, tokenHash]))
    .digest("base64url");
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
