import { createHash, createHmac } from "node:crypto";
import type { Json } from "../domain/json.ts";
import { isObject } from "../domain/json.ts";

/** Keyed digests: they tell the same from the different, and nobody gets a card number back out of them. */
export interface Fingerprints {
  /** Of a card number: the same number always gives the same one, within one data folder. */
  card: (number: string) => string;
  /** Id of a page that payers open, which nobody can guess: 32 hexadecimal digits. */
  page: (...ids: readonly string[]) => string;
  /** Of a request body, whatever the order of its members, without its correlationId. */
  request: (body: Json) => string;
}

export function createFingerprints(secret: Uint8Array): Fingerprints {
  const digest = (purpose: string, text: string): string =>
    createHmac("sha256", secret).update(purpose).update("\0").update(text).digest("base64url");
  return {
    page: (...ids) =>
      Buffer.from(digest("page", JSON.stringify(ids)), "base64url")
        .toString("hex")
        .slice(0, 32),
    card: (number) => digest("card", number),
    request: (body) => digest("request", canonicalText(isObject(body) ? withoutCorrelation(body) : body)),
  };
}

/** Seed of a transaction's synthetic data: the same in whatever order requests come (SANDBOX_SEED). */
export function transactionSeed(seed: string, ...ids: readonly string[]): number {
  return createHash("sha256")
    .update(JSON.stringify([seed, ...ids]))
    .digest()
    .readUInt32BE(0);
}

function withoutCorrelation(body: Json): Json {
  return isObject(body) ? { ...body, correlationId: undefined } : body;
}

function canonicalText(value: Json): string {
  return JSON.stringify(value, (_member, part: Json) => (isObject(part) ? sorted(part) : part));
}

function sorted(value: Json): Json {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
}
