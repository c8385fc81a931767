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

/** Credentials hold no card, and are base64. */
const NOT_READ = new Set(["authorization", "proxy-authorization"]);

/** Those that are worth a search: hardly any header is. */
function textsOf(request: Request): readonly GuardedText[] {
  const texts = textsOfBody(request);
  const others = [...textsOfUrl(request), ...textsOfHeaders(request)];
  return others.length === 0 ? texts : [...texts, ...others];
}

function textsOfUrl({ originalUrl }: Request): readonly GuardedText[] {
  return mayHoldCardNumber(originalUrl) ? [textOf(originalUrl, "the URL")] : NONE;
}

/** Names and values take turns in it. */
function textsOfHeaders({ rawHeaders }: Request): readonly GuardedText[] {
  if (!rawHeaders.some(mayHoldCardNumber)) return NONE;
  return rawHeaders.flatMap((text, index) => {
    const name = (rawHeaders[index - 1] ?? "").toLowerCase();
    return index % 2 === 0 || NOT_READ.has(name) ? NONE : textOf(text, `the header ${name}`);
  });
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
