import type { Request, RequestHandler } from "express";
import { cardNumbersIn, mayHoldCardNumber } from "../domain/card/card.ts";
import { isObject } from "../domain/json.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import type { Merchant } from "../domain/merchant.ts";
import { Refusal } from "../domain/record/refusal.ts";
import type { ValidationType } from "../domain/record/refusal.ts";
import { shownPayload } from "./payload.ts";

export const CARD_GUARD_MODES = ["refuse", "warn", "off"] as const;
export type CardGuardMode = (typeof CARD_GUARD_MODES)[number];

/** Keeps the numbers of real cards out of a system for tests. */
export interface CardGuard {
  /**
   * Throws a Refusal, or warns, when a text of the merchant's holds a card number that is no test card. Undefined:
   * there is none, and nothing to wait for.
   */
  readonly check: (merchant: Merchant, texts: readonly GuardedText[]) => Promise<void> | undefined;
}

/** A part of a request, and how it is named to whoever sent it. */
export interface GuardedText {
  readonly text: string;
  /** Where the number stands in it: `the member sourceOfFunds.provided.card.number`, `the URL`. */
  readonly placeOf: (isForeign: (text: string) => boolean) => Place;
}

export interface Place {
  readonly words: string;
  /** The member of the body. */
  readonly field?: string | undefined;
}

export interface CardGuardWork {
  readonly mode: Exclude<CardGuardMode, "off">;
  /** Whether the number is published for tests, or can be nobody's. */
  readonly isTestCard: (number: string) => boolean;
  /** The numbers that the scenario files of the merchant name. */
  readonly namedBy: (merchant: Merchant) => Promise<ReadonlySet<string>>;
  /** Counts it, and warns whoever runs the sandbox. */
  readonly found: (merchantId: string, place: string) => void;
}

export function createCardGuard({ mode, isTestCard, namedBy, found }: CardGuardWork): CardGuard {
  const judge = async (
    merchant: Merchant,
    texts: readonly GuardedText[],
    suspects: ReadonlySet<string>,
  ): Promise<void> => {
    const named = await namedBy(merchant);
    const foreign = new Set([...suspects].filter((number) => !named.has(number)));
    const isForeign = (text: string): boolean => cardNumbersIn(text).some((number) => foreign.has(number));
    const [first] = texts.filter(({ text }) => isForeign(text));
    if (first === undefined) return;
    const { words, field } = first.placeOf(isForeign);
    found(merchant.id, words);
    if (mode === "refuse") throw foreignCard(words, field);
  };
  return {
    check: (merchant, texts) => {
      const isKnown = (number: string): boolean => isTestCard(number) || merchant.testCards.includes(number);
      const suspects = texts.flatMap(({ text }) => suspectsIn(text, isKnown));
      return suspects.length === 0 ? undefined : judge(merchant, texts, new Set(suspects));
    },
  };
}

/** The card numbers in the text that are no known ones. Most texts are a number and nothing else. */
function suspectsIn(text: string, isKnown: (number: string) => boolean): readonly string[] {
  if (/^\d{13,19}$/.test(text) && isKnown(text)) return [];
  return cardNumbersIn(text).filter((number) => !isKnown(number));
}

const INVALID: ValidationType = "INVALID";

function foreignCard(words: string, field: string | undefined): Refusal {
  return new Refusal(
    "not-permitted",
    `A card number in ${words} is not a published test number, and the sandbox refuses all others ` +
      "(SANDBOX_CARD_GUARD=refuse). Pay with a test card, or name the number in testCards of the merchant",
    field === undefined ? undefined : { field, validationType: INVALID },
  );
}

/** Judges the path, the headers and the body of a request, which has proved whose it is. Work before that would be for strangers. */
export function guardCards(guard: CardGuard | undefined): RequestHandler {
  return (request, _response, next) => {
    const { merchant } = request;
    const guarded = merchant && guard?.check(merchant, textsOf(request));
    if (guarded === undefined) next();
    else {
      guarded.then(() => {
        next();
      }, next);
    }
  };
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

/** A body of JSON, or one that cannot be read as such. */
export function bodyTexts(text: string): readonly GuardedText[] {
  return mayHoldCardNumber(text) ? [{ text, placeOf: (isForeign) => memberIn(text, isForeign) }] : NONE;
}

function memberIn(text: string, isForeign: (text: string) => boolean): Place {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { words: "the body" };
  }
  const field = pathTo(body, isForeign);
  return field === undefined ? { words: "the body" } : { words: `the member ${field}`, field };
}

/** The path of the first value that holds one; a number in the name of a member is not repeated. */
function pathTo(value: unknown, isForeign: (text: string) => boolean): string | undefined {
  if (!isObject(value) && !Array.isArray(value)) return isForeign(JSON.stringify(value)) ? "" : undefined;
  for (const [name, part] of Object.entries(value)) {
    const inside = pathTo(part, isForeign);
    if (inside === undefined || cardNumbersIn(name).length > 0) continue;
    const shown = Array.isArray(value) ? `[${name}]` : name;
    return inside === "" ? shown : `${shown}${inside.startsWith("[") ? "" : "."}${inside}`;
  }
  return undefined;
}
