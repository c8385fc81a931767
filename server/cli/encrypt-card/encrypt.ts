import type { TerminalCard } from "../../terminal/p2pe.ts";
import { dataKey, pinKey } from "../../terminal/dukpt.ts";
import type { KeySerialNumber } from "../../terminal/dukpt.ts";
import { numberField } from "../../terminal/pin.ts";
import type { PinBlock } from "../../terminal/pin.ts";
import { BLOCK_BYTES, encryptCbc, formatHex, xor } from "../../terminal/tdes.ts";

/** The keys of one transaction of a terminal. */
export interface TerminalKeys {
  readonly baseKey: string;
  readonly serialNumber: KeySerialNumber;
}

/** The shortest payload that the contract takes (interface section 2.10). */
const PAYLOAD_BYTES_MIN = 16;

/** `p2pe.payload`: the number, with its expiry in track 2's form, filled up with zeros. */
export function encryptCard(card: TerminalCard, keys: TerminalKeys, vector?: Buffer): string {
  const { number, expiry } = card;
  return encryptText(expiry ? `${number}=${expiry.year}${expiry.month}` : number, keys, vector);
}

/** Any text, for the other layouts that terminals use. */
export function encryptText(text: string | Buffer, keys: TerminalKeys, vector?: Buffer): string {
  const bytes = Buffer.from(text);
  const length = Math.max(PAYLOAD_BYTES_MIN, Math.ceil(bytes.length / BLOCK_BYTES) * BLOCK_BYTES);
  const padded = Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]);
  return formatHex(encryptCbc(dataKey(keys.baseKey, keys.serialNumber), padded, vector));
}

/** `pin.payload`: the PIN block of this card, in the given format of ISO 9564-1. */
export function encryptPin(block: PinBlock, cardNumber: string, keys: TerminalKeys): string {
  return formatHex(encryptCbc(pinKey(keys.baseKey, keys.serialNumber), pinBlockOf(block, cardNumber)));
}

const PIN_BLOCK_DIGITS = 14;

/** The fill of formats 1 and 3 may be anything: here it is always the same, so that a test can be repeated. */
const FILL: Readonly<Record<PinBlock["format"], string>> = { 0: "F", 1: "7", 3: "C" };

export function pinBlockOf({ format, pin }: PinBlock, cardNumber: string): Buffer {
  const content = pin.padEnd(PIN_BLOCK_DIGITS, FILL[format]);
  const block = Buffer.from(`${format}${pin.length.toString(16)}${content}`, "hex");
  return format === 1 ? block : xor(block, numberField(cardNumber));
}
