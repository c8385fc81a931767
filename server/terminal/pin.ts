import { pinKey } from "./dukpt.ts";
import { parseHex } from "./hex.ts";
import { parseKeySerialNumber } from "./key-serial-number.ts";
import { parsePinBlock } from "./pin-block.ts";
import type { PinBlock } from "./pin-block.ts";
import { BLOCK_BYTES, decryptCbc } from "./tdes.ts";

/** The members of `pin` that hold it, as they came. */
export interface EncryptedPin {
  readonly payload: string;
  readonly keySerialNumber: string;
  /** The card's number, explicit or decrypted; without it only format 1 can be read. */
  readonly cardNumber: string | undefined;
}

/**
 * The PIN that the terminal encrypted; undefined when another key or no PIN block is in it. A payload of
 * sixteen bytes is a block of AES, which is none of the three formats (assumption A103).
 */
export function decryptPin(encrypted: EncryptedPin, baseKey: string): PinBlock | undefined {
  const serialNumber = parseKeySerialNumber(encrypted.keySerialNumber);
  const payload = parseHex(encrypted.payload);
  if (!serialNumber || payload?.length !== BLOCK_BYTES) return undefined;
  return parsePinBlock(decryptCbc(pinKey(baseKey, serialNumber), payload), encrypted.cardNumber);
}
