import { textAt } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { STAGES } from "../../domain/order/authentication.ts";
import type { PayerAuthentication } from "../../domain/order/authentication.ts";

type Placed = Pick<PayerAuthentication, "callbackId" | "origin" | "scheme" | "serverTransactionId">;

/** The pages that the issuer's access control server has, by the scheme of its cards. */
export const ACS_PATH = "/acs/:network/v2";
/** The same of 3-D Secure 1. */
export const ACS_PATH_1 = "/acs/:network/v1";
/** Where its pages send the browser back to. */
export const CALLBACK_PATH = "/callbackInterface/gateway";

/** The hidden page that learns about the browser. */
export function methodUrlOf(placed: Placed): string {
  return `${acsOf(placed)}/method`;
}

/** The page of the challenge. */
export function acsUrlOf(placed: Placed): string {
  return `${acsOf(placed)}/prompt`;
}

export function callbackUrlOf({ callbackId, origin }: Pick<Placed, "callbackId" | "origin">): string {
  return `${origin}${CALLBACK_PATH}/${callbackId}`;
}

/** EMV 3-D Secure: 3DS Method Data, which a form posts to the hidden page, in Base64. */
export function methodDataOf(placed: Placed): string {
  const data = {
    threeDSMethodNotificationURL: callbackUrlOf(placed),
    threeDSServerTransID: placed.serverTransactionId,
  };
  return Buffer.from(JSON.stringify(data)).toString("base64");
}

/**
 * EMV 3-D Secure: the challenge request, in base64url without padding, as the form field `creq`. The hidden page says
 * in the same form that it is done.
 */
export function creqOf({ serverTransactionId }: Placed): string {
  return encoded({ threeDSServerTransID: serverTransactionId });
}

/** The page of the challenge once the browser is there, which can be looked at again. */
export function challengeUrlOf(placed: Placed): string {
  return `${acsOf(placed)}/challenge/${placed.serverTransactionId}`;
}

type Finished = Pick<
  PayerAuthentication,
  "acsTransactionId" | "protocolVersion" | "serverTransactionId" | "stage"
>;

/** EMV 3-D Secure: the challenge response, as the form field `cres`. It proves nothing; the order says what came of it. */
export function cresOf(placed: Finished): string {
  return encoded({
    messageType: "CRes",
    messageVersion: placed.protocolVersion,
    threeDSServerTransID: placed.serverTransactionId,
    acsTransID: placed.acsTransactionId,
    challengeCompletionInd: "Y",
    transStatus: STAGES[placed.stage].letter === "Y" ? "Y" : "N",
  });
}

/** Undefined when the text is none that was made here. */
export function serverTransactionIdIn(data: string): string | undefined {
  try {
    return textAt(JSON.parse(Buffer.from(data, "base64url").toString()) as Json, "threeDSServerTransID");
  } catch {
    return undefined;
  }
}

function encoded(data: JsonObject): string {
  return Buffer.from(JSON.stringify(data)).toString("base64url");
}

function acsOf(placed: Placed): string {
  return placed.origin + ACS_PATH.replace(":network", placed.scheme.toLowerCase());
}

/** The page of 3-D Secure 1 that the merchant's page sends PaReq, TermUrl and MD to. */
export function acsUrl1Of({ origin, scheme }: Pick<Placed, "origin" | "scheme">): string {
  return `${origin}${ACS_PATH_1.replace(":network", scheme.toLowerCase())}/prompt`;
}
