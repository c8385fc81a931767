import { BLOCK_BYTES, encryptCbc, parseHex, xor } from "./tdes.ts";

/** The base derivation key that ANSI X9.24-1 publishes with its test data. It protects nothing. */
export const TEST_BASE_KEY = "0123456789ABCDEFFEDCBA9876543210";

const KEY_BYTES = 16;

/** Turns a key into the one from which the left half of its successor is made. */
const DERIVATION_MASK = mask("C0C0C0C000000000");

/** What makes a transaction's key one for PIN blocks, or one for data on the way to the host. */
const PIN_MASK = mask("00000000000000FF");
const DATA_MASK = mask("0000000000FF0000");

/** Whether the text is a base derivation key: 16 bytes, hexadecimal. */
export function isBaseKey(text: string): boolean {
  return parseHex(text)?.length === KEY_BYTES;
}

/** The key under which the terminal encrypted its PIN block. */
export function pinKey(baseKey: string, serialNumber: KeySerialNumber): Buffer {
  return xor(transactionKey(baseKey, serialNumber), PIN_MASK);
}

/** The key under which the terminal encrypted card data: the variant, encrypted half by half with itself. */
export function dataKey(baseKey: string, serialNumber: KeySerialNumber): Buffer {
  const variant = xor(transactionKey(baseKey, serialNumber), DATA_MASK);
  const [left, right] = halvesOf(variant);
  return Buffer.concat([encryptCbc(variant, left), encryptCbc(variant, right)]);
}

/**
 * The key of one transaction: from the initial key, one step for each bit that is set in the counter.
 * Every counter is followed, also 0 and those with more than ten bits set, which a terminal leaves out
 * (assumption A101).
 */
export function transactionKey(baseKey: string, { device, counter }: KeySerialNumber): Buffer {
  return countersTo(counter).reduce(
    (key, reached) => nextKey(key, withCounter(device, reached).subarray(-BLOCK_BYTES)),
    initialKey(baseKey, device),
  );
}

/** The key that was put into the terminal when it was made ready (IPEK). */
export function initialKey(baseKey: string, device: Buffer): Buffer {
  const key = bytesOfKey(baseKey);
  const first = device.subarray(0, BLOCK_BYTES);
  return Buffer.concat([encryptCbc(key, first), encryptCbc(xor(key, DERIVATION_MASK), first)]);
}

/** The standard's non-reversible key generation. */
function nextKey(key: Buffer, register: Buffer): Buffer {
  return Buffer.concat([nextHalf(xor(key, DERIVATION_MASK), register), nextHalf(key, register)]);
}

function nextHalf(key: Buffer, register: Buffer): Buffer {
  const [left, right] = halvesOf(key);
  return xor(encryptCbc(left, xor(register, right)), right);
}

function halvesOf(key: Buffer): readonly [Buffer, Buffer] {
  return [key.subarray(0, BLOCK_BYTES), key.subarray(BLOCK_BYTES)];
}

/** The same mask on both halves of a key. */
function mask(half: string): Buffer {
  return Buffer.from(half + half, "hex");
}

/** Configuration lets no other key pass, so that this is a fault of ours; the message must not hold the key. */
function bytesOfKey(baseKey: string): Buffer {
  if (!isBaseKey(baseKey)) throw new Error("a base derivation key has 32 hexadecimal digits");
  return Buffer.from(baseKey, "hex");
}

/** Which key a terminal used: its own serial number and the count of its transactions (ANSI X9.24-1). */
export interface KeySerialNumber {
  /** The ten bytes with the counter's bits cleared. */
  readonly device: Buffer;
  /** The last 21 bits. */
  readonly counter: number;
}

const DIGITS = 20;
const COUNTER_BITS = 21;
const COUNTER_MASK = 2 ** COUNTER_BITS - 1;

/** The counter lies in the last three bytes, which it does not fill. */
const TAIL = { offset: 7, bytes: 3 } as const;

/**
 * Ten bytes. Longer ones (interface section 2.10: up to 24 digits) are taken when nothing but a filler of
 * F or of 0 stands before the last ten bytes; others name AES keys, of which TDES knows nothing
 * (assumption A100).
 */
export function parseKeySerialNumber(text: string): KeySerialNumber | undefined {
  const filler = text.slice(0, -DIGITS);
  if (text.length < DIGITS || !/^(?:F*|0*)$/i.test(filler)) return undefined;
  const bytes = parseHex(text.slice(-DIGITS));
  return bytes && { device: withCounter(bytes, 0), counter: tailOf(bytes) & COUNTER_MASK };
}

/** The serial number with another count in its counter's bits. */
function withCounter(serialNumber: Buffer, counter: number): Buffer {
  const changed = Buffer.from(serialNumber);
  changed.writeUIntBE((tailOf(serialNumber) & ~COUNTER_MASK) | counter, TAIL.offset, TAIL.bytes);
  return changed;
}

/** The counter's bits, the highest first, each with the counter as it is up to this bit. */
function countersTo(counter: number): readonly number[] {
  return Array.from({ length: COUNTER_BITS }, (_, index) => COUNTER_BITS - 1 - index)
    .filter((bit) => ((counter >> bit) & 1) === 1)
    .map((bit) => (counter >> bit) << bit);
}

function tailOf(serialNumber: Buffer): number {
  return serialNumber.readUIntBE(TAIL.offset, TAIL.bytes);
}
