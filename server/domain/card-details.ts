import { textAt, valueAt } from "./json.ts";
import type { JsonObject } from "./json.ts";

/** Expiry as two digits each: month "01" to "12", year "39" for 2039. */
export interface Expiry {
  readonly month: string;
  readonly year: string;
}

interface TrackData {
  readonly number: string;
  readonly expiry: Expiry;
}

/** What a request says of the card, put together from its members. In the clear; never kept. */
export interface CardDetails {
  /** Digits, given or read from a track; undefined when only encrypted data came. */
  readonly number: string | undefined;
  readonly expiry: Expiry | undefined;
  readonly securityCode: string | undefined;
  readonly track1: TrackData | undefined;
  readonly track2: TrackData | undefined;
  readonly p2peState: string | undefined;
  readonly pinState: string | undefined;
  /** The number came encrypted by the terminal or as a wallet's or chip's data. */
  readonly isEncrypted: boolean;
}

const CARD = "sourceOfFunds.provided.card";
const ENCRYPTED_FORMS = ["p2pe", "emvRequest"] as const;

export function readCard(body: JsonObject): CardDetails | undefined {
  const card = valueAt(body, CARD);
  if (card === undefined) return undefined;
  const track1 = parseTrack1(textAt(card, "track1"));
  const track2 = parseTrack2(textAt(card, "track2"));
  return {
    number: textAt(card, "number") ?? track2?.number ?? track1?.number,
    expiry: expiryOf(textAt(card, "expiry.month"), textAt(card, "expiry.year")) ?? (track2 ?? track1)?.expiry,
    securityCode: textAt(card, "securityCode"),
    track1,
    track2,
    p2peState: textAt(card, "p2pe.encryptionState"),
    pinState: textAt(card, "pin.encryptionState"),
    isEncrypted: ENCRYPTED_FORMS.some((form) => valueAt(card, form) !== undefined),
  };
}

function expiryOf(month: string | undefined, year: string | undefined): Expiry | undefined {
  return month === undefined || year === undefined ? undefined : { month: month.padStart(2, "0"), year };
}

/** ISO/IEC 7813: `%B` number `^` name `^` YYMM …; the start sentinel is optional (interface section 2.10). */
function parseTrack1(track: string | undefined): TrackData | undefined {
  return trackData(/^%?[A-Z]?(\d{9,19})\^[^^]*\^(\d{2})(\d{2})/.exec(track ?? ""));
}

/** ISO/IEC 7813: `;` number `=` YYMM …; the start sentinel is optional (interface section 2.10). */
function parseTrack2(track: string | undefined): TrackData | undefined {
  return trackData(/^;?(\d{9,19})[=D](\d{2})(\d{2})/.exec(track ?? ""));
}

function trackData(match: RegExpExecArray | null): TrackData | undefined {
  const [, number, year, month] = match ?? [];
  return number === undefined || year === undefined || month === undefined
    ? undefined
    : { number, expiry: { year, month } };
}
