import { hash } from "node:crypto";
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

/** Test cards whose fingerprint is kept in memory; suites pay with few. */
const KEPT_MAX = 256;

/** `isNobodys` tells the numbers that are no card of anybody: only their fingerprints are kept, with them, in memory. */
export function createFingerprints(
  secret: Uint8Array,
  isNobodys: (number: string) => boolean = () => false,
): Fingerprints {
  const digest = new KeyedDigest(secret);
  const kept = new Map<string, string>();
  const ofCard = (number: string): string => digest.begin().put(`card\0${number}`).end("base64url");
  return {
    page: (...ids) =>
      digest
        .begin()
        .put(`page\0${JSON.stringify(ids)}`)
        .end("hex")
        .slice(0, 32),
    card: (number) => {
      const known = kept.get(number);
      if (known !== undefined) return known;
      const fingerprint = ofCard(number);
      if (kept.size < KEPT_MAX && isNobodys(number)) kept.set(number, fingerprint);
      return fingerprint;
    },
    request: (body) => {
      putCanonical(digest.begin().put("request\0"), body, "correlationId");
      return digest.end("base64url");
    },
  };
}

const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
/** For nearly all texts; a longer one has a buffer of its own. */
const ROOM_BYTES = 16_384;
/** UTF-8 takes no more for a unit of a string. */
const UNIT_BYTES_MAX = 3;

/**
 * HMAC-SHA256 of a text that comes in pieces. Two one-shot hashes (RFC 2104) take a quarter of the time that Node's Hmac
 * objects take in a payment, and pieces that become bytes at once leave nothing to collect (docs/decisions/0009-speed.md).
 */
class KeyedDigest {
  readonly #room: Buffer;
  readonly #outer: Buffer;
  /** A block of the key, and behind it the text. */
  #inner: Buffer;
  #end = BLOCK_BYTES;

  constructor(secret: Uint8Array) {
    this.#room = padded(secret, 0x36, ROOM_BYTES);
    this.#outer = padded(secret, 0x5c, HASH_BYTES);
    this.#inner = this.#room;
  }

  begin(): this {
    this.#inner = this.#room;
    this.#end = BLOCK_BYTES;
    return this;
  }

  put(text: string): this {
    const { length } = text;
    const room = UNIT_BYTES_MAX * length;
    if (this.#inner.length - this.#end < room) this.#grow(room);
    const bytes = this.#inner;
    const start = this.#end;
    for (let index = 0; index < length; index += 1) {
      const code = text.charCodeAt(index);
      if (code > ASCII_MAX) {
        this.#end = start + bytes.write(text, start);
        return this;
      }
      bytes[start + index] = code;
    }
    this.#end = start + length;
    return this;
  }

  #grow(room: number): void {
    const larger = Buffer.alloc(2 * (this.#inner.length + room));
    this.#inner.copy(larger, 0, 0, this.#end);
    this.#wipe();
    this.#inner = larger;
  }

  end(encoding: "base64url" | "hex"): string {
    this.#outer.write(hash("sha256", this.#inner.subarray(0, this.#end), "hex"), BLOCK_BYTES, "hex");
    this.#wipe();
    return hash("sha256", this.#outer, encoding);
  }

  /** The text may hold a card number. */
  #wipe(): void {
    this.#inner.fill(0, BLOCK_BYTES, this.#end);
  }
}

const ASCII_MAX = 0x7f;

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
function putCanonical(digest: KeyedDigest, value: Json, leftOut?: string): void {
  if (typeof value === "string") digest.put('"').put(lengthOf(value)).put(value);
  else if (Array.isArray(value)) putItems(digest, value);
  else if (isObject(value)) putMembers(digest, value, leftOut);
  else digest.put(JSON.stringify(value)).put(",");
}

function putItems(digest: KeyedDigest, items: readonly Json[]): void {
  digest.put("[");
  for (const item of items) putCanonical(digest, item);
  digest.put("]");
}

function putMembers(digest: KeyedDigest, object: JsonObject, leftOut?: string): void {
  digest.put("{");
  for (const name of sortedNames(object)) {
    const part = object[name];
    if (part === undefined || name === leftOut) continue;
    digest.put(lengthOf(name)).put(name);
    putCanonical(digest, part);
  }
  digest.put("}");
}

/** Of nearly all names and values, written once. */
const LENGTHS = Array.from({ length: 256 }, (_, length) => `${length}:`);

function lengthOf({ length }: string): string {
  return LENGTHS[length] ?? `${length}:`;
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
