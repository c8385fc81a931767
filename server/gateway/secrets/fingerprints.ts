import { createHmac, hash } from "node:crypto";
import { isObject } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";

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
  return {
    page: (...ids) => digest(`page\0${JSON.stringify(ids)}`, "hex").slice(0, 32),
    card: (number) => digest(`card\0${number}`),
    request: (body) => digest(`request\0${canonicalText(body, "correlationId")}`),
  };
}

const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
/** Longer texts, which are rare, go the usual way. */
const TEXT_MAX = 4_096;

/**
 * HMAC-SHA256. Two one-shot hashes (RFC 2104) take a quarter of the time that Node's Hmac objects take in a payment
 * (docs/decisions/0009-speed.md).
 */
function keyedDigest(secret: Uint8Array): (text: string, encoding?: "base64url" | "hex") => string {
  const [inner, outer] = [padded(secret, 0x36, 3 * TEXT_MAX), padded(secret, 0x5c, HASH_BYTES)];
  return (text, encoding = "base64url") => {
    if (text.length > TEXT_MAX) return createHmac("sha256", secret).update(text).digest(encoding);
    const end = BLOCK_BYTES + inner.write(text, BLOCK_BYTES);
    outer.write(hash("sha256", inner.subarray(0, end), "hex"), BLOCK_BYTES, "hex");
    // The text may hold a card number.
    inner.fill(0, BLOCK_BYTES, end);
    return hash("sha256", outer, encoding);
  };
}

/** A block of the key, with room behind it. */
function padded(secret: Uint8Array, pad: number, room: number): Buffer {
  const key = secret.length > BLOCK_BYTES ? hash("sha256", secret, "buffer") : secret;
  const bytes = Buffer.alloc(BLOCK_BYTES + room);
  for (let index = 0; index < BLOCK_BYTES; index += 1) bytes[index] = (key[index] ?? 0) ^ pad;
  return bytes;
}

/**
 * One text for all bodies that say the same: members are sorted by name, and texts have their length in front, so that
 * none needs a mark escaped. Data folders hold digests of it, so it stays as it is.
 */
function canonicalText(value: Json, leftOut: string): string {
  const parts: string[] = [];
  write(parts, value, leftOut);
  return parts.join("");
}

function write(parts: string[], value: Json, leftOut?: string): void {
  if (typeof value === "string") parts.push(`"${value.length}:`, value);
  else if (Array.isArray(value)) writeItems(parts, value);
  else if (isObject(value)) writeMembers(parts, value, leftOut);
  else parts.push(JSON.stringify(value), ",");
}

function writeItems(parts: string[], items: readonly Json[]): void {
  parts.push("[");
  for (const item of items) write(parts, item);
  parts.push("]");
}

function writeMembers(parts: string[], object: JsonObject, leftOut?: string): void {
  parts.push("{");
  for (const name of sortedNames(object)) {
    const part = object[name];
    if (part === undefined || name === leftOut) continue;
    parts.push(`${name.length}:`, name);
    write(parts, part);
  }
  parts.push("}");
}

/** More names than this are sorted by the library, whose working copies are a tenth of what a payment allocates. */
const FEW_NAMES = 24;

/** The names by their UTF-16 units. Few are put in place one after the other. */
function sortedNames(value: JsonObject): readonly string[] {
  const names = Object.keys(value);
  if (names.length > FEW_NAMES) return names.sort();
  for (let next = 1; next < names.length; next += 1) {
    const name = names[next] ?? "";
    let place = next;
    for (; place > 0 && (names[place - 1] ?? "") > name; place -= 1) names[place] = names[place - 1] ?? "";
    names[place] = name;
  }
  return names;
}

/** Seed of a transaction's synthetic data: the same in whatever order requests come (SANDBOX_SEED). */
export function transactionSeed(seed: string, ...ids: readonly string[]): number {
  return parseInt(hash("sha256", JSON.stringify([seed, ...ids]), "hex").slice(0, 8), 16);
}
