import { createHmac, hash } from "node:crypto";
import type { Json, JsonObject } from "../domain/json.ts";
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
    request: (body) => digest("request", canonicalText(body, "correlationId")),
  };
}

/** Seed of a transaction's synthetic data: the same in whatever order requests come (SANDBOX_SEED). */
export function transactionSeed(seed: string, ...ids: readonly string[]): number {
  return parseInt(hash("sha256", JSON.stringify([seed, ...ids]), "hex").slice(0, 8), 16);
}

/**
 * One text for all bodies that say the same, in whatever order. Texts have their length in front, so that none needs a
 * mark escaped.
 */
function canonicalText(value: Json, leftOut?: string): string {
  if (typeof value === "string") return `"${value.length}:${value}`;
  if (Array.isArray(value)) return canonicalList(value);
  return isObject(value) ? canonicalMembers(value, leftOut) : `${JSON.stringify(value)},`;
}

function canonicalMembers(value: JsonObject, leftOut: string | undefined): string {
  let text = "{";
  for (const name of sorted(Object.keys(value))) {
    const part = value[name];
    if (part !== undefined && name !== leftOut) text += `${name.length}:${name}${canonicalText(part)}`;
  }
  return `${text}}`;
}

/** In place. Objects have few members, for which the library's sort costs more than all the rest of a digest. */
function sorted(names: string[]): readonly string[] {
  if (names.length > FEW) return names.sort();
  for (let index = 1; index < names.length; index += 1) {
    const name = names[index] ?? "";
    let place = index;
    for (; place > 0 && (names[place - 1] ?? "") > name; place -= 1) names[place] = names[place - 1] ?? "";
    names[place] = name;
  }
  return names;
}

const FEW = 16;

function canonicalList(values: readonly Json[]): string {
  let text = "[";
  for (const value of values) text += canonicalText(value);
  return `${text}]`;
}
