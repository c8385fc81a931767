import type { Expiry } from "../domain/card/card-details.ts";
import { parseTrack1, parseTrack2 } from "../domain/card/card-details.ts";
import { dataKey, parseKeySerialNumber } from "./dukpt.ts";
import { BLOCK_BYTES, decryptCbc, formatHex, parseHex } from "./tdes.ts";

/** The members of `p2pe` that hold the card, as they came. */
export interface EncryptedCard {
  readonly payload: string;
  readonly keySerialNumber: string;
  /** Left out by terminals that use none; then it is zero (interface section 2.10). */
  readonly initializationVector: string | undefined;
}

/** The card that the terminal encrypted; undefined when another key, another cipher or no card is in it. */
export function decryptCard(encrypted: EncryptedCard, baseKey: string): TerminalCard | undefined {
  const serialNumber = parseKeySerialNumber(encrypted.keySerialNumber);
  const payload = wholeBlocks(encrypted.payload);
  const { initializationVector = "00".repeat(BLOCK_BYTES) } = encrypted;
  const vector = parseHex(initializationVector);
  if (!serialNumber || !payload || vector?.length !== BLOCK_BYTES) return undefined;
  return parseCardText(decryptCbc(dataKey(baseKey, serialNumber), payload, vector));
}

/** Whether the decrypted number begins as the request says; no `cardBin` says nothing (interface section 7). */
export function matchesCardBin(card: TerminalCard, cardBin: string | undefined): boolean {
  return card.number.startsWith(cardBin ?? "");
}

function wholeBlocks(payload: string): Buffer | undefined {
  const bytes = parseHex(payload);
  return bytes && bytes.length % BLOCK_BYTES === 0 ? bytes : undefined;
}

/** What a terminal encrypted: the number, and the expiry where it was with it. In the clear; never kept. */
export interface TerminalCard {
  readonly number: string;
  readonly expiry: Expiry | undefined;
}

/** Two digits in a byte: the number alone, or track 2 as chips hold it; F fills up, zeros only behind an F. */
const PACKED_FILL = /F+0*$/;

/** What fills up text to whole blocks: NUL, space, F and 255. */
const PADDING: readonly number[] = [0x00, 0x20, 0x46, 0xff];

/**
 * The card in a decrypted text; undefined when the text is nothing that a terminal would encrypt. Taken are
 * the number alone, track 2 (also no more of it than number and expiry) and track 1 as text, and
 * the first two of them packed (assumption A102).
 */
function parseCardText(bytes: Buffer): TerminalCard | undefined {
  const end = bytes.findLastIndex((byte) => !PADDING.includes(byte)) + 1;
  const text = bytes.subarray(0, end).toString("latin1");
  const packed = formatHex(bytes).replace(PACKED_FILL, "");
  return (
    numberAlone(text) ?? parseTrack2(text) ?? parseTrack1(text) ?? numberAlone(packed) ?? parseTrack2(packed)
  );
}

function numberAlone(text: string): TerminalCard | undefined {
  return /^\d{9,19}$/.test(text) ? { number: text, expiry: undefined } : undefined;
}
