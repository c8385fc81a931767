import { schemeOf } from "./card-scheme.ts";
import type { FactsCard } from "../record/decision.ts";
import { isObject, textAt, valueAt } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";
import { judgedState } from "./terminal-data.ts";
import type { TerminalData } from "./terminal-data.ts";
import { parseTrack1, parseTrack2 } from "./track.ts";
import type { TrackData } from "./track.ts";

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
