import { createCipheriv, createDecipheriv } from "node:crypto";

export const BLOCK_BYTES = 8;

/** Also the initialization vector of a terminal that uses none. */
const ZERO_BLOCK = Buffer.alloc(BLOCK_BYTES);

const ALGORITHM = "des-ede3-cbc";
const CIPHER_KEY_BYTES = 24;

/** A text of whole blocks under a double length key. */
export function encryptCbc(key: Buffer, text: Buffer, vector: Buffer = ZERO_BLOCK): Buffer {
  const cipher = createCipheriv(ALGORITHM, cipherKey(key), vector).setAutoPadding(false);
  return Buffer.concat([cipher.update(text), cipher.final()]);
}

export function decryptCbc(key: Buffer, text: Buffer, vector: Buffer = ZERO_BLOCK): Buffer {
  const decipher = createDecipheriv(ALGORITHM, cipherKey(key), vector).setAutoPadding(false);
  return Buffer.concat([decipher.update(text), decipher.final()]);
}

/**
 * The one cipher is given three keys. A double length key is used as first, second and first again; a
 * single one three times, which is single DES (OpenSSL 3 has no single DES that an application may count on).
 */
function cipherKey(key: Buffer): Buffer {
  return Buffer.concat([key, key, key]).subarray(0, CIPHER_KEY_BYTES);
}

export function xor(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)));
}

/** The bytes of a hexadecimal text, in either case; undefined when it is none or ends in half a byte. */
export function parseHex(text: string): Buffer | undefined {
  return /^(?:[0-9A-Fa-f]{2})*$/.test(text) ? Buffer.from(text, "hex") : undefined;
}

export function formatHex(bytes: Buffer): string {
  return bytes.toString("hex").toUpperCase();
}
