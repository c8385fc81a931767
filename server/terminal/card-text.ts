import type { Expiry } from "../domain/card-details.ts";
import { formatHex } from "./hex.ts";

/** What a terminal encrypted: the number, and the expiry where it was with it. In the clear; never kept. */
export interface TerminalCard {
  readonly number: string;
  readonly expiry: Expiry | undefined;
}

/**
 * The layouts that terminals encrypt, tried in this order (assumption A:p2pe-layouts). Expiry is YYMM.
 * Text: the number alone, track 2 (also no more of it than number and expiry), track 1; sentinels and
 * the check character behind the end sentinel may be left out (interface section 2.10).
 */
const TEXT_LAYOUTS = [
  /^(\d{9,19})$/,
  /^;?(\d{9,19})[=D](\d{2})(0[1-9]|1[0-2])\d*(?:\?[^]?)?$/,
  /^%?B?(\d{9,19})\^[^^?]*\^(\d{2})(0[1-9]|1[0-2])[^?]*(?:\?[^]?)?$/,
] as const;

/** Two digits in a byte: the number alone, or track 2 as chips hold it; F fills up, zeros only behind an F. */
const PACKED_LAYOUTS = [/^(\d{9,19})(?:F+0*)?$/, /^(\d{9,19})D(\d{2})(0[1-9]|1[0-2])\d*(?:F+0*)?$/] as const;

/** What fills up text to whole blocks: NUL, space, F and 255. */
const PADDING: readonly number[] = [0x00, 0x20, 0x46, 0xff];

/** The card in a decrypted text; undefined when the text is nothing that a terminal would encrypt. */
export function parseCardText(bytes: Buffer): TerminalCard | undefined {
  const end = bytes.findLastIndex((byte) => !PADDING.includes(byte)) + 1;
  const text = bytes.subarray(0, end).toString("latin1");
  return firstMatch(text, TEXT_LAYOUTS) ?? firstMatch(formatHex(bytes), PACKED_LAYOUTS);
}

function firstMatch(text: string, layouts: readonly RegExp[]): TerminalCard | undefined {
  for (const layout of layouts) {
    const [, number, year, month] = layout.exec(text) ?? [];
    const expiry = year === undefined || month === undefined ? undefined : { month, year };
    if (number !== undefined) return { number, expiry };
  }
  return undefined;
}
