import { textAt, valueAt } from "./json.ts";
import type { JsonObject } from "./json.ts";
import type { TerminalData } from "./terminal-data.ts";
import { parseTrack1, parseTrack2 } from "./track.ts";
import type { TrackData } from "./track.ts";

/** Expiry as two digits each: month "01" to "12", year "39" for 2039. */
export interface Expiry {
  readonly month: string;
  readonly year: string;
}

/** What a request says of the card, put together from its members. In the clear; never kept. */
export interface CardDetails {
  /** Digits, given, decrypted, or read from a track or chip; undefined when none of them is there. */
  readonly number: string | undefined;
  readonly expiry: Expiry | undefined;
  readonly securityCode: string | undefined;
  readonly track1: TrackData | undefined;
  readonly track2: TrackData | undefined;
  /** VALID, INVALID or UNREADABLE; undefined when nothing came encrypted. */
  readonly p2peState: string | undefined;
  readonly pinState: string | undefined;
  /** The PIN as it was entered; undefined when there is none, or none that could be read. */
  readonly pin: string | undefined;
  /** The number came encrypted and could not be read. */
  readonly isUnreadable: boolean;
}

export const CARD = "sourceOfFunds.provided.card";

/** The terminal's data is opened before, as that takes keys; without it only what was sent is known. */
export function readCard(body: JsonObject, terminal?: TerminalData): CardDetails | undefined {
  const card = valueAt(body, CARD);
  if (card === undefined) return undefined;
  const track1 = parseTrack1(textAt(card, "track1") ?? "");
  const track2 = parseTrack2(textAt(card, "track2") ?? "");
  const number = textAt(card, "number") ?? track2?.number ?? track1?.number;
  const expiry = expiryOf(textAt(card, "expiry.month"), textAt(card, "expiry.year"));
  return {
    number,
    expiry: expiry ?? track2?.expiry ?? track1?.expiry,
    securityCode: textAt(card, "securityCode"),
    track1,
    track2,
    p2peState: terminal?.p2pe?.state ?? textAt(card, "p2pe.encryptionState"),
    pinState: terminal?.pin?.state ?? textAt(card, "pin.encryptionState"),
    pin: terminal?.pin?.content,
    isUnreadable: number === undefined && valueAt(card, "p2pe") !== undefined,
  };
}

function expiryOf(month: string | undefined, year: string | undefined): Expiry | undefined {
  return month === undefined || year === undefined ? undefined : { month: month.padStart(2, "0"), year };
}
