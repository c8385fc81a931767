import { hash } from "node:crypto";
import type { Json } from "../../domain/json.ts";
import { writeCanonical } from "../canonical-text.ts";
import { keyedDigest } from "../keyed-digest.ts";
import { writeText } from "../scratch.ts";

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
  const digest = keyedDigest(secret);
  const digestOf = (purpose: string, text: string): string =>
    digest((out) => {
      writeText(out, purpose);
      writeText(out, text);
    });
  return {
    page: (...ids) =>
      Buffer.from(digestOf("page\0", JSON.stringify(ids)), "base64url")
        .toString("hex")
        .slice(0, 32),
    card: (number) => digestOf("card\0", number),
    request: (body) =>
      digest((out) => {
        writeText(out, "request\0");
        writeCanonical(out, body, "correlationId");
      }),
  };
}

/** Seed of a transaction's synthetic data: the same in whatever order requests come (SANDBOX_SEED). */
export function transactionSeed(seed: string, ...ids: readonly string[]): number {
  return parseInt(hash("sha256", JSON.stringify([seed, ...ids]), "hex").slice(0, 8), 16);
}
