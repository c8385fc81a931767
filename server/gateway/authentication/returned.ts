import { createCipheriv } from "node:crypto";
import { STAGES } from "../../domain/order/authentication.ts";
import type { PayerAuthentication } from "../../domain/order/authentication.ts";
import { GATEWAY_CODES } from "../../domain/order/outcome.ts";
import type { PageTarget } from "../pages.ts";
import type { GatewayParts } from "../parts.ts";
import { sessionRef } from "../sessions/session-record.ts";

type ReturnParts = Pick<GatewayParts, "fingerprints" | "vault">;

const CIPHER = "aes-256-gcm";
const NONCE_DIGITS = 24;

/**
 * What the payer's browser posts to redirectResponseUrl: the result in the clear, and again so that only who has
 * session.aes256Key can read it, as anybody may change what passes through a browser (assumption A283).
 */
export function returnedFields(
  parts: ReturnParts,
  target: PageTarget,
  authentication: PayerAuthentication,
): NonNullable<PayerAuthentication["returned"]> {
  const { status, recommendation, gatewayCode } = STAGES[authentication.stage];
  const { result } = GATEWAY_CODES[gatewayCode];
  const plain = [
    ["order.id", target.orderId],
    ["transaction.id", target.transactionId],
    ["response.gatewayRecommendation", recommendation],
    ["result", result],
  ] as const;
  const encryptedMembers = { ...Object.fromEntries(plain), "transaction.authenticationStatus": status };
  return [...plain, ...encrypted(parts, target, authentication, JSON.stringify(encryptedMembers))];
}

/** Without a session there is no key. The nonce is a digest, so that the same answer is the same again. */
function encrypted(
  { fingerprints, vault }: ReturnParts,
  { merchantId, orderId, transactionId }: PageTarget,
  { sessionId, stage }: PayerAuthentication,
  text: string,
): readonly (readonly [string, string])[] {
  if (sessionId === undefined) return [];
  const digest = fingerprints.page("returned", merchantId, orderId, transactionId, sessionId, stage);
  const nonce = Buffer.from(digest.slice(0, NONCE_DIGITS), "hex");
  const cipher = createCipheriv(CIPHER, vault.keyOf(merchantId, sessionRef(sessionId)), nonce);
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return [
    ["encryptedData.ciphertext", ciphertext.toString("base64")],
    ["encryptedData.nonce", nonce.toString("base64")],
    ["encryptedData.tag", cipher.getAuthTag().toString("base64")],
  ];
}
