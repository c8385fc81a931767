import { parseKeySerialNumber, pinKey } from "./dukpt.ts";
import { BLOCK_BYTES, decryptCbc, formatHex, parseHex, xor } from "./tdes.ts";

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

/** A PIN block in the clear, which says its own format. */
export interface PinBlock {
  readonly format: 0 | 1 | 3;
  readonly pin: string;
}

interface Format {
  readonly format: PinBlock["format"];
  /** Combined with the card number, and of no use with another. */
  readonly isBound: boolean;
  /** What may stand behind the PIN. */
  readonly fill: RegExp;
}

/** ISO 9564-1. A block begins with its format and the PIN's length, half a byte each. */
const FORMATS: readonly Format[] = [
  { format: 0, isBound: true, fill: /^F*$/ },
  { format: 1, isBound: false, fill: /^[0-9A-F]*$/ },
  { format: 3, isBound: true, fill: /^[A-F]*$/ },
];

const PIN_DIGITS_MIN = 4;
const PIN_DIGITS_MAX = 12;

/**
 * The PIN in a decrypted block; undefined when it is no block of these formats. With another number a bound
 * block has a wrong fill, or a wrong PIN where the numbers differ in no more than the PIN covers.
 */
export function parsePinBlock(block: Buffer, number: string | undefined): PinBlock | undefined {
  const rule = FORMATS.find(({ format }) => format === block.readUInt8() >> 4);
  const length = block.readUInt8() & 0x0f;
  if (!rule || length < PIN_DIGITS_MIN || length > PIN_DIGITS_MAX) return undefined;
  const clear = rule.isBound ? unbound(block, number) : block;
  const content = clear && formatHex(clear).slice(2);
  const pin = content?.slice(0, length) ?? "";
  const isWhole = /^\d+$/.test(pin) && rule.fill.test(content?.slice(length) ?? "");
  return isWhole ? { format: rule.format, pin } : undefined;
}

function unbound(block: Buffer, number: string | undefined): Buffer | undefined {
  return number === undefined ? undefined : xor(block, numberField(number));
}

/** What the PIN is combined with in formats 0 and 3: the number's last twelve digits before its check digit. */
export function numberField(number: string): Buffer {
  return Buffer.from(number.slice(0, -1).slice(-12).padStart(16, "0"), "hex");
}
