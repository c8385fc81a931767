import type { NextFunction, Request, RequestHandler, Response } from "express";
import basicAuth from "express-basic-auth";
import { holdsCardNumber } from "../domain/card.ts";
import type { Merchant } from "../domain/merchant.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Merchants } from "../gateway/merchants.ts";
import { byCertificate, certificateHolder } from "./certificate-authentication.ts";
import { recordingOf } from "./exchange-recorder.ts";

/** The user part is this literal followed by the merchant id (interface section 5). */
const USER_PREFIX = "merchant.";

const REALM = "gateway-sandbox";

/**
 * Lets only the merchant of the path through, by client certificate or HTTP Basic. Nothing of the body is read
 * before.
 */
export function authenticate(merchants: Merchants): RequestHandler[] {
  const byPassword = basicAuth({
    authorizer: (user: string, password: string) => credentialsMatch(merchants, user, password),
    challenge: true,
    realm: REALM,
    unauthorizedResponse: refuseCredentials,
  });
  return [byCertificate(merchants), unlessCertified(byPassword), ownPathOnly];
}

/** The merchant that the request proved to be. */
export function merchantOf(merchants: Merchants, request: Request): Merchant {
  const merchant = certificateHolder(request) ?? merchants.find(merchantIdOf(request));
  if (merchant === undefined) throw new Error("a request passed authentication without a merchant");
  return merchant;
}

function unlessCertified(handler: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (certificateHolder(request) === undefined) void handler(request, response, next);
    else next();
  };
}

/** Compared in constant time, against something also when the merchant is not known. */
function credentialsMatch(merchants: Merchants, user: string, password: string): boolean {
  // A merchant id is stored and shown everywhere, so that one which holds a card number is nobody's (assumption A178).
  const isUser = user.startsWith(USER_PREFIX) && !holdsCardNumber(user);
  const merchant = isUser ? merchants.find(user.slice(USER_PREFIX.length)) : undefined;
  const passwords = merchant?.passwords ?? [REALM];
  const matches = passwords.map((expected) => basicAuth.safeCompare(password, expected));
  return merchant !== undefined && matches.includes(true);
}

/** Called when the challenge is set; thrown, so that the answer goes out as every refusal does. */
function refuseCredentials(request: Request): never {
  const { draft } = recordingOf(request);
  draft.authentication = request.get("authorization") === undefined ? "missing" : "wrong";
  throw new Refusal("bad-credentials", "Invalid credentials.");
}

function ownPathOnly(request: Request, _response: Response, next: NextFunction): void {
  const { draft } = recordingOf(request);
  const holder = certificateHolder(request);
  const merchantId = holder?.id ?? merchantIdOf(request);
  const isOwn = request.params["merchantId"] === merchantId;
  const verdict = isOwn ? "accepted" : "foreign";
  draft.merchantId = merchantId;
  draft.authentication = holder === undefined ? verdict : `certificate-${verdict}`;
  if (isOwn) {
    next();
    return;
  }
  const explanation = "Authenticated entity not authorised to perform operation for target entity";
  throw new Refusal("foreign-merchant", explanation);
}

/** Of the user that the password proved. */
function merchantIdOf(request: Request): string {
  return (request as basicAuth.IBasicAuthedRequest).auth.user.slice(USER_PREFIX.length);
}
