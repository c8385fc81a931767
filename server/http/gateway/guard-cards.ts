import type { Request } from "express";
import { mayHoldCardNumber } from "../../domain/card/card.ts";
import { isObject } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import { bodyTexts, memberIn } from "../card-guard.ts";
import type { CardGuard, GuardedText } from "../card-guard.ts";
import { shownPayload } from "../payload.ts";

/**
 * Judges the path, the headers and the body of a request, which has proved whose it is. Work before that would be for
 * strangers. Throws or rejects with a Refusal. Undefined: there is nothing to wait for.
 */
export function guardCards(guard: CardGuard | undefined, request: Request): Promise<void> | undefined {
  const { merchant } = request;
  return merchant && guard?.check(merchant, textsOf(request));
}

/** The URL and the headers are searched only where they have digits enough, as hardly any has. */
function textsOf(request: Request): readonly GuardedText[] {
  const texts = textsOfBody(request);
  const { originalUrl, rawHeaders } = request;
  const hasMore = mayHoldCardNumber(originalUrl) || rawHeaders.some(mayBeGuarded);
  return hasMore ? [...texts, textOf(originalUrl, "the URL"), ...textsOfHeaders(rawHeaders)] : texts;
}

/** Names and values take turns in it. */
function mayBeGuarded(text: string, index: number, rawHeaders: readonly string[]): boolean {
  return index % 2 === 1 && mayHoldCardNumber(text) && !NOT_READ.has(nameAt(rawHeaders, index));
}

/** Credentials hold no card, and are base64. */
const NOT_READ = new Set(["authorization", "proxy-authorization"]);

function nameAt(rawHeaders: readonly string[], index: number): string {
  return (rawHeaders[index - 1] ?? "").toLowerCase();
}

function textsOfHeaders(rawHeaders: readonly string[]): readonly GuardedText[] {
  return rawHeaders.flatMap((text, index) =>
    mayBeGuarded(text, index, rawHeaders) ? textOf(text, `the header ${nameAt(rawHeaders, index)}`) : NONE,
  );
}

function textOf(text: string, words: string): GuardedText {
  return { text, placeOf: () => ({ words }) };
}

const NONE: readonly GuardedText[] = [];

/** Of a body that its record shows, only what is masked there can be a card number: all else was searched for that. */
function textsOfBody(request: Request): readonly GuardedText[] {
  const bytes: unknown = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return NONE;
  try {
    const { text, body, shown } = shownPayload(request);
    return shown === undefined ? bodyTexts(text) : maskedTexts(text, body, shown);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Whoever needs the body refuses it.
    return bodyTexts(bytes.toString());
  }
}

function maskedTexts(text: string, body: Json, shown: Json): readonly GuardedText[] {
  if (body === shown) return NONE;
  const masked: string[] = [];
  if (!putMasked(masked, body, shown)) return bodyTexts(text);
  return masked
    .filter(mayHoldCardNumber)
    .map((value) => ({ text: value, placeOf: (isForeign) => memberIn(text, isForeign) }));
}

/** Adds the texts that are shown otherwise than they came. False: a name is, a list, or a number, which may have lost digits. */
function putMasked(masked: string[], value: Json, shown: Json | undefined): boolean {
  if (value === shown) return true;
  if (isObject(value)) return isObject(shown) && putMaskedMembers(masked, value, shown);
  if (typeof value === "string") masked.push(value);
  return typeof value === "string";
}

function putMaskedMembers(masked: string[], value: JsonObject, shown: JsonObject): boolean {
  for (const name in value) if (!putMasked(masked, value[name] ?? null, shown[name])) return false;
  return true;
}
