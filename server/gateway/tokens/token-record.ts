import { CARD } from "../../domain/card/card-details.ts";
import { isObject, textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Token } from "../../domain/request/token.ts";
import type { RecordChange, RecordRef } from "../../store/store.ts";
import type { GatewayParts } from "../parts.ts";

/** A token with its place in the store. */
export interface TokenAt {
  readonly merchantId: string;
  readonly id: string;
  readonly token: Token;
}

export function tokenRef(id: string): RecordRef {
  return { kind: "token", id };
}

/** Where it is noted which token a card number has. */
export function tokenOfCardRef(fingerprint: string): RecordRef {
  return { kind: "token-of-card", id: fingerprint };
}

/** Records are written by tokenChange and tokenUsed and nothing else, so that they are what those wrote. */
export function readToken(record: JsonObject | undefined): Token | undefined {
  return record as unknown as Token | undefined;
}

/** The token's card as a request would have it, in the clear. */
export function fundsOf({ vault }: Pick<GatewayParts, "vault">, at: TokenAt): JsonObject {
  const card = vault.open(at.merchantId, tokenRef(at.id), at.token.sealed);
  return { sourceOfFunds: { type: "CARD", provided: { card } } };
}

/** What of a body a token keeps: never the security code. */
export function keptCardOf(body: JsonObject): JsonObject {
  const card = valueAt(body, CARD);
  const { number, nameOnCard } = isObject(card) ? card : {};
  const month = textAt(card, "expiry.month")?.padStart(2, "0");
  return { number, nameOnCard, expiry: { month, year: textAt(card, "expiry.year") } };
}

export function tokenChange(
  { vault }: Pick<GatewayParts, "vault">,
  { merchantId, id, token }: Omit<TokenAt, "token"> & { readonly token: Omit<Token, "sealed"> },
  card: JsonObject,
): RecordChange & { readonly value: JsonObject } {
  const ref = tokenRef(id);
  return { ...ref, value: { ...token, sealed: vault.seal(merchantId, ref, card) } };
}

export function tokenUsed(id: string, token: Token, now: number): RecordChange {
  return { ...tokenRef(id), value: { ...token, lastUsed: now } };
}
