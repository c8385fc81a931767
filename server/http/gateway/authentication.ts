import type { Request, RequestHandler } from "express";
import basicAuth from "express-basic-auth";
import { holdsCardNumber, maskId, maskText } from "../../domain/card/card.ts";
import type { Merchant } from "../../domain/merchant.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import type { Merchants } from "../../gateway/merchants/merchants.ts";
import type { AppParts } from "../parts.ts";
import { headerOf } from "../headers.ts";
import { byCertificate } from "./certificate-authentication.ts";
import { recordingOf, tellRecord } from "./exchange-recorder.ts";

/** The user part is this literal followed by the merchant id (interface section 5). */
const USER_PREFIX = "merchant.";

const REALM = "gateway-sandbox";

/**
 * Lets only the merchant of the path through, by client certificate or HTTP Basic. Nothing of the body is read
 * before.
 */
export function authenticate(parts: AuthenticationParts): RequestHandler[] {
  const { merchants } = parts;
  const reasonOf = reasonTeller(parts);
  const byPassword = basicAuth({
    authorizer: (user: string, password: string) => credentialsMatch(merchants, user, password),
    challenge: true,
    realm: REALM,
    unauthorizedResponse: (request: Request) => refuseCredentials(request, reasonOf(request)),
  });
  return [
    byCertificate(merchants),
    unlessProven(merchants, slowed(byPassword, parts)),
    ownPathOnly(merchants),
  ];
}

type AuthenticationParts = Pick<AppParts, "facts" | "guards" | "merchants">;

/** A wrong password is answered late when there were many; a missing one is asked for at once. */
function slowed(byPassword: RequestHandler, { guards, merchants }: AuthenticationParts): RequestHandler {
  return async (request, response, next) => {
    try {
      // The challenge is a header of its own.
      tellRecord(response, recordingOf(request));
      await byPassword(request, response, next);
    } catch (error) {
      if (recordingOf(request).draft.authentication === "wrong") {
        const address = request.ip ?? "unknown";
        const merchant = merchantTried(request);
        const isKnown = merchants.find(merchant) !== undefined;
        await guards.passwords.refused({ merchant, address, isKnown });
      }
      throw error;
    }
  };
}

/** A stranger may have sent anything as the user. */
function merchantTried(request: Request): string {
  const { user = "" } = (request as Partial<Authed>).auth ?? {};
  return /^merchant\.([\w-]{1,40})$/.exec(user)?.[1] ?? "unknown";
}

/** The merchant that the request proved to be. */
export function merchantOf({ merchant }: Request): Merchant {
  if (merchant === undefined) throw new Error("a request passed authentication without a merchant");
  return merchant;
}

/** Credentials that were right once, which is as many as a test run has merchants and passwords. */
const PROVEN_MAX = 1_000;

/**
 * Asks for a password unless a certificate has proved who calls. Passwords never change while the sandbox runs, so that
 * a header which was right once need not be taken apart again (docs/decisions/0009-speed.md).
 */
function unlessProven(merchants: Merchants, byPassword: RequestHandler): RequestHandler {
  const proven = new Map<string, Authed["auth"]>();
  return (request, response, next) => {
    const header = completed(request, merchants);
    const known = proven.get(header);
    if (known !== undefined) (request as Authed).auth = known;
    if (known !== undefined || request.merchant !== undefined) {
      next();
      return undefined;
    }
    return byPassword(request, response, () => {
      if (proven.size >= PROVEN_MAX) proven.clear();
      proven.set(header, (request as Authed).auth);
      next();
    });
  };
}

/** Credentials as RFC 7617 has them, without the word Basic before them. */
const BARE = /^[0-9A-Za-z+/_-]+=*$/;

/**
 * The header, with the word Basic put before credentials that lack it, unless they name a merchant of mode strict
 * (assumption A266).
 */
function completed(request: Request, merchants: Merchants): string {
  const { authorization = "" } = request.headers;
  if (authorization.startsWith("Basic ") || !BARE.test(authorization)) return authorization;
  const [user = ""] = Buffer.from(authorization, "base64").toString().split(":", 1);
  const isStrict = merchants.find(user.slice(USER_PREFIX.length))?.mode === "strict";
  if (isStrict || !user.startsWith(USER_PREFIX)) return authorization;
  const { draft } = recordingOf(request);
  draft.notes = [
    ...draft.notes,
    "The Authorization header lacks the word Basic, which mode strict requires.",
  ];
  request.headers.authorization = `Basic ${authorization}`;
  return request.headers.authorization;
}

/** Compared in constant time, against something also when the merchant is not known. */
function credentialsMatch(merchants: Merchants, user: string, password: string): boolean {
  // A merchant id is stored and shown everywhere, so that one which holds a card number is nobody's (assumption A178).
  const named = user.startsWith(USER_PREFIX) ? merchants.find(user.slice(USER_PREFIX.length)) : undefined;
  const merchant = named !== undefined && holdsCardNumber(named.id) ? undefined : named;
  const passwords = merchant?.passwords ?? [REALM];
  const matches = passwords.map((expected) => basicAuth.safeCompare(password, expected));
  return merchant !== undefined && matches.includes(true);
}

/** Called when the challenge is set; thrown, so that the answer goes out as every refusal does. */
function refuseCredentials(request: Request, reason: string): never {
  const { draft } = recordingOf(request);
  draft.authentication = headerOf(request, "authorization") === undefined ? "missing" : "wrong";
  draft.notes = [...draft.notes, reason];
  throw new Refusal("bad-credentials", "Invalid credentials.");
}

/** Ids that a note names; a merchant file may have any number. */
const NAMED_MAX = 20;

/**
 * Says in the exchange what is wrong with credentials, of which the answer tells a stranger nothing. It quotes no more
 * than the id of a merchant: anything else may be a password at the wrong place.
 */
function reasonTeller({ merchants, facts }: AuthenticationParts): (request: Request) => string {
  return (request) => {
    if (request.notOpened !== undefined) return request.notOpened;
    const callers = callersIn(facts);
    const standard = facts.password === undefined ? "" : `, which is the default, "${facts.password}"`;
    const header = headerOf(request, "authorization");
    if (header === undefined)
      return `The request has no Authorization header. Send HTTP Basic with the user merchant.<id> and the merchant's password. ${callers}`;
    const { user } = (request as Partial<Authed>).auth ?? {};
    if (user === undefined)
      return "The Authorization header is not HTTP Basic: the word Basic, a blank, and user:password in Base64.";
    const id = user.startsWith(USER_PREFIX) ? user.slice(USER_PREFIX.length) : undefined;
    if (id === undefined) return `The user must be merchant. followed by the merchant's id. ${callers}`;
    if (!/^[\w-]{1,40}$/.test(id) || holdsCardNumber(id))
      return `What follows merchant. in the user is not a merchant id. ${callers}`;
    return merchants.find(id) === undefined
      ? `There is no merchant ${id}. ${callers}`
      : `The password is not that of merchant ${id}${standard}.`;
  };
}

function callersIn({ merchantIds, merchantWords }: AuthenticationParts["facts"]): string {
  if (merchantIds.length === 0)
    return "Without a merchant file, every id that begins with TEST, in capitals, may call.";
  if (merchantIds.length <= NAMED_MAX) return `Ids that may call: ${merchantWords}.`;
  const named = merchantIds.slice(0, NAMED_MAX).map(maskText).join(", ");
  return `Ids that may call: ${named}, and ${merchantIds.length - NAMED_MAX} more.`;
}

function ownPathOnly(merchants: Merchants): RequestHandler {
  return (request, _response, next) => {
    const { draft } = recordingOf(request);
    const holder = request.merchant;
    const merchantId = holder?.id ?? merchantIdOf(request);
    const isOwn = request.params["merchantId"] === merchantId;
    const verdict = isOwn ? "accepted" : "foreign";
    draft.merchantId = merchantId;
    draft.authentication = holder === undefined ? verdict : `certificate-${verdict}`;
    request.merchant = holder ?? merchants.find(merchantId);
    if (isOwn) {
      next();
      return;
    }
    draft.notes = [
      ...draft.notes,
      `The credentials are those of merchant ${maskId(merchantId)}, but the path names merchant ${maskId(String(request.params["merchantId"]))}.`,
    ];
    const explanation = "Authenticated entity not authorised to perform operation for target entity";
    throw new Refusal("foreign-merchant", explanation);
  };
}

type Authed = basicAuth.IBasicAuthedRequest;

/** Of the user that the password proved. */
function merchantIdOf(request: Request): string {
  return (request as Authed).auth.user.slice(USER_PREFIX.length);
}
