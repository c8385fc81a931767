import type { Expiry } from "./card-details.ts";

/** What a magnetic stripe says of its card. In the clear; never kept. */
export interface TrackData {
  readonly number: string;
  /** Undefined when the track has a separator in its place, which says that the card has none. */
  readonly expiry: Expiry | undefined;
}

/**
 * ISO/IEC 7813 in the characters of ISO 7811-2: sentinels may be left out, and so may the check character
 * behind the end sentinel (interface section 2.10), which is not calculated (assumption A110).
 */
const TRACK1 = /^%?[A-Z]?(\d{9,19})\^[^^?]*\^(?:(\d{2})(0[1-9]|1[0-2])|\^)[^?]*(?:\?[^]?)?$/;

/** Chips and some terminals write D for the separator. */
const TRACK2 = /^;?(\d{9,19})[=D](?:(\d{2})(0[1-9]|1[0-2])|[=D])\d*(?:\?[^]?)?$/;

/** `%B` number `^` name `^` YYMM …; undefined when the text is no track 1. */
export function parseTrack1(text: string): TrackData | undefined {
  return trackData(TRACK1.exec(text));
}

/** `;` number `=` YYMM …; undefined when the text is no track 2. */
export function parseTrack2(text: string): TrackData | undefined {
  return trackData(TRACK2.exec(text));
}

function trackData(match: RegExpExecArray | null): TrackData | undefined {
  const [, number, year, month] = match ?? [];
  if (number === undefined) return undefined;
  return { number, expiry: year === undefined || month === undefined ? undefined : { month, year } };
}
