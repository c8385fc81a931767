import { createHmac, hash } from "node:crypto";
import { isObject } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";

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
  const digest = (purpose: string, text: string, encoding: "base64url" | "hex" = "base64url"): string =>
    createHmac("sha256", secret).update(`${purpose}\0${text}`).digest(encoding);
  return {
    page: (...ids) => digest("page", JSON.stringify(ids), "hex").slice(0, 32),
    card: (number) => digest("card", number),
    request: (body) => digest("request", canonicalText(body, "correlationId")),
  };
}

/**
 * One text for all bodies that say the same: members are sorted by name, and texts have their length in front, so that
 * none needs a mark escaped. Data folders hold digests of it, so it stays as it is.
 */
function canonicalText(value: Json, leftOut?: string): string {
  if (typeof value === "string") return `"${value.length}:${value}`;
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalText(item)).join("")}]`;
  if (!isObject(value)) return `${JSON.stringify(value)},`;
  let members = "";
  for (const name of Object.keys(value).sort()) {
    const part = value[name];
    if (part !== undefined && name !== leftOut) members += `${name.length}:${name}${canonicalText(part)}`;
  }
  return `{${members}}`;
}

/** Seed of a transaction's synthetic data: the same in whatever order requests come (SANDBOX_SEED). */
export function transactionSeed(seed: string, ...ids: readonly string[]): number {
  return parseInt(hash("sha256", JSON.stringify([seed, ...ids]), "hex").slice(0, 8), 16);
}
