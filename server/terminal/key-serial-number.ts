import { parseHex } from "./hex.ts";

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
export function withCounter(serialNumber: Buffer, counter: number): Buffer {
  const changed = Buffer.from(serialNumber);
  changed.writeUIntBE((tailOf(serialNumber) & ~COUNTER_MASK) | counter, TAIL.offset, TAIL.bytes);
  return changed;
}

/** The counter's bits, the highest first, each with the counter as it is up to this bit. */
export function countersTo(counter: number): readonly number[] {
  return Array.from({ length: COUNTER_BITS }, (_, index) => COUNTER_BITS - 1 - index)
    .filter((bit) => ((counter >> bit) & 1) === 1)
    .map((bit) => (counter >> bit) << bit);
}

function tailOf(serialNumber: Buffer): number {
  return serialNumber.readUIntBE(TAIL.offset, TAIL.bytes);
}
