import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import type { JsonObject } from "../../domain/json.ts";

/** What a sealed text belongs to. */
export interface VaultPlace {
  readonly kind: string;
  readonly id: string;
}

/** Card data in the only form in which it is kept. */
export interface Vault {
  /** A text of which nothing can be read without the data folder's key; never the same twice. */
  seal: (merchantId: string, place: VaultPlace, value: JsonObject) => string;
  /** What was sealed. Throws when it was changed, or sealed for another place or merchant. */
  open: (merchantId: string, place: VaultPlace, sealed: string) => JsonObject;
  /** A key of 256 bits for whoever the place belongs to: always the same one, and kept nowhere. */
  keyOf: (merchantId: string, place: VaultPlace) => Buffer;
}

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
/** The nonce that GCM is made for (NIST SP 800-38D section 8.2). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PURPOSE = "gateway-sandbox vault 1";
const KEYS_PURPOSE = "gateway-sandbox place key 1";

/** The key comes from the secret that was made with the data folder; `random` gives each text its nonce. */
export function createVault(secret: Uint8Array, random: (bytes: number) => Uint8Array): Vault {
  const derived = (salt: Uint8Array, purpose: string): Buffer =>
    Buffer.from(hkdfSync("sha256", secret, salt, purpose, KEY_BYTES));
  const key = derived(new Uint8Array(), PURPOSE);
  return {
    seal: (merchantId, place, value) => {
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(placeOf(merchantId, place));
      const text = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url");
    },
    open: (merchantId, place, sealed) => {
      const bytes = Buffer.from(sealed, "base64url");
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(placeOf(merchantId, place));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return JSON.parse(decipher.update(text, undefined, "utf8") + decipher.final("utf8")) as JsonObject;
    },
    keyOf: (merchantId, place) => derived(placeOf(merchantId, place), KEYS_PURPOSE),
  };
}

/** Additional data of the cipher, so that a text opens nowhere but in the place that it was sealed for. */
function placeOf(merchantId: string, { kind, id }: VaultPlace): Buffer {
  return Buffer.from(JSON.stringify([merchantId, kind, id]));
}
