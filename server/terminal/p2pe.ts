import { parseCardText } from "./card-text.ts";
import type { TerminalCard } from "./card-text.ts";
import { dataKey } from "./dukpt.ts";
import { parseHex } from "./hex.ts";
import { parseKeySerialNumber } from "./key-serial-number.ts";
import { BLOCK_BYTES, decryptCbc } from "./tdes.ts";

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
