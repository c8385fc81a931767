import { createHmac, timingSafeEqual } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { Problem } from "../problem.ts";

const COOKIE = "gateway-sandbox";

/** Programs send the control token in a header; browsers that logged in have a cookie. Undefined: nobody needs one. */
export function tokenOnly(token: string | undefined): RequestHandler {
  return (request, response, next) => {
    if (token === undefined || isBearer(request, token) || hasCookie(request, token)) {
      next();
      return;
    }
    response.set("WWW-Authenticate", "Bearer");
    throw new Problem(401, "Token required", "Send the control token as Authorization: Bearer <token>.");
  };
}

export function sameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** No script reads the cookie, no page of another site sends it, and over TLS it is never sent in the clear. */
export function setLoginCookie(request: Request, response: Response, token: string): void {
  response.cookie(COOKIE, proofOf(token), {
    ...{ httpOnly: true, sameSite: "strict", secure: request.secure, path: "/_sandbox" },
  });
}

export function clearLoginCookie(response: Response): void {
  response.clearCookie(COOKIE, { path: "/_sandbox" });
}

function isBearer(request: Request, token: string): boolean {
  return sameText(/^Bearer (.+)$/i.exec(request.get("authorization") ?? "")?.[1] ?? "", token);
}

function hasCookie(request: Request, token: string): boolean {
  const cookies = (request.get("cookie") ?? "").split(";").map((it) => it.trim());
  const values = cookies.filter((it) => it.startsWith(`${COOKIE}=`)).map((it) => it.slice(COOKIE.length + 1));
  return values.some((value) => sameText(value, proofOf(token)));
}

/** Shows that somebody knew the token, and does not tell it. It holds as long as the token is the same. */
function proofOf(token: string): string {
  return createHmac("sha256", token).update("the cookie of the portal").digest("base64url");
}
