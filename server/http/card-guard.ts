import { cardNumbersIn, mayHoldCardNumber } from "../domain/card/card.ts";
import { isObject } from "../domain/json.ts";
import type { Merchant } from "../domain/merchant.ts";
import { Refusal } from "../domain/record/refusal.ts";
import type { ValidationType } from "../domain/record/refusal.ts";

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
      const others = texts.filter(({ text }) => !isKnownNumber(text, isKnown));
      if (others.length === 0) return undefined;
      const suspects = others.flatMap(({ text }) => cardNumbersIn(text)).filter((number) => !isKnown(number));
      return suspects.length === 0 ? undefined : judge(merchant, others, new Set(suspects));
    },
  };
}

/** Most texts are the number of a test card and nothing else. */
function isKnownNumber(text: string, isKnown: (number: string) => boolean): boolean {
  return /^\d{13,19}$/.test(text) && isKnown(text);
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

/** A body of JSON, or one that cannot be read as such. */
export function bodyTexts(text: string): readonly GuardedText[] {
  return mayHoldCardNumber(text) ? [{ text, placeOf: (isForeign) => memberIn(text, isForeign) }] : [];
}

export function memberIn(text: string, isForeign: (text: string) => boolean): Place {
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
