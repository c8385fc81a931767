import { isObject, textAt, valueAt } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";
import { schemeOf } from "./card-scheme.ts";
import type { Scheme } from "./card-scheme.ts";
import { judgedState } from "./terminal-data.ts";
import type { TerminalData } from "./terminal-data.ts";

/** Expiry as two digits each: month "01" to "12", year "39" for 2039. */
export interface Expiry {
  readonly month: string;
  readonly year: string;
}

/** What a request says of the card, put together from its members. In the clear; never kept. */
export interface CardDetails extends FactsCard {
  readonly track1: TrackData | undefined;
  readonly track2: TrackData | undefined;
  /** The number came encrypted and could not be read. */
  readonly isUnreadable: boolean;
}

export const CARD = "sourceOfFunds.provided.card";

/** The terminal's data is opened before, as that takes keys; without it only what was sent is known. */
export function readCard(body: JsonObject, terminal?: TerminalData): CardDetails | undefined {
  const card = valueAt(body, CARD);
  if (card === undefined) return undefined;
  const sent = isObject(card) ? card : NO_MEMBERS;
  const track1 = trackOf(sent["track1"], parseTrack1);
  const track2 = trackOf(sent["track2"], parseTrack2);
  const number = textOf(sent["number"]) ?? track2?.number ?? track1?.number;
  return {
    number,
    scheme: number === undefined ? "OTHER" : schemeOf(number),
    expiry: expiryOf(sent["expiry"]) ?? track2?.expiry ?? track1?.expiry,
    securityCode: textOf(sent["securityCode"]),
    track1,
    track2,
    p2peState: judgedState(terminal?.p2pe?.state) ?? textAt(sent["p2pe"], "encryptionState"),
    pinState: judgedState(terminal?.pin?.state) ?? textAt(sent["pin"], "encryptionState"),
    pin: terminal?.pin?.content,
    isUnreadable: number === undefined && sent["p2pe"] !== undefined,
  };
}

const NO_MEMBERS: JsonObject = {};

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function trackOf(
  value: Json | undefined,
  parse: (text: string) => TrackData | undefined,
): TrackData | undefined {
  return typeof value === "string" ? parse(value) : undefined;
}

function expiryOf(expiry: Json | undefined): Expiry | undefined {
  if (!isObject(expiry)) return undefined;
  const { month, year } = expiry;
  return typeof month === "string" && typeof year === "string"
    ? { month: month.padStart(2, "0"), year }
    : undefined;
}

/** What a magnetic stripe says of its card. In the clear; never kept. */
interface TrackData {
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

/** What a scenario may look at of a card. */
export interface FactsCard {
  /** Digits, given, decrypted, or read from a track or chip; undefined when none of them is there. */
  readonly number: string | undefined;
  /** OTHER when there is no number. */
  readonly scheme: Scheme;
  readonly expiry: Expiry | undefined;
  readonly securityCode: string | undefined;
  /** VALID, or INVALID, also when it could not be read; undefined when nothing came encrypted. */
  readonly p2peState: string | undefined;
  readonly pinState: string | undefined;
  /** The PIN as it was entered; undefined when there is none, or none that could be read. */
  readonly pin: string | undefined;
}
