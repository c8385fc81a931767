import { hide, withHidden } from "./hidden-part.ts";
import type { HiddenPart } from "./hidden-part.ts";
import { hideUrlSecrets } from "./url-secrets.ts";

/** Card schemes by the values of answers (card data, not owners: docs/assumptions.md). */
export type Scheme =
  | "AMEX"
  | "DINERS_CLUB"
  | "DISCOVER"
  | "JCB"
  | "MAESTRO"
  | "MASTERCARD"
  | "UATP"
  | "UNIONPAY"
  | "VISA"
  | "OTHER";

const SCHEMES: readonly (readonly [Scheme, RegExp])[] = [
  ["VISA", /^4(\d{12}|\d{15}|\d{18})$/],
  ["MASTERCARD", /^(5[1-5]\d{14}|2(22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12})$/],
  ["AMEX", /^3[47]\d{13}$/],
  ["DINERS_CLUB", /^3(0[0-5]|[689]\d)\d{11,16}$/],
  ["JCB", /^35(2[89]|[3-8]\d)\d{12,15}$/],
  ["DISCOVER", /^6(011|4[4-9]\d|5\d\d)\d{12,15}$/],
  ["UNIONPAY", /^62\d{14,17}$/],
  ["UATP", /^1\d{14}$/],
  ["MAESTRO", /^(50|5[6-9]|6\d)\d{10,17}$/],
];

/** The scheme that a card number belongs to, by its leading digits and length. */
export function schemeOf(number: string): Scheme {
  return SCHEMES.find(([, pattern]) => pattern.test(number))?.[0] ?? "OTHER";
}

/** Whether the number's check digit is right (Luhn, ISO/IEC 7812-1). */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    const digit = number.charCodeAt(number.length - 1 - index) - 48;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** First six and last four digits, the middle as lower-case x: 512345xxxxxx0008. */
export function maskNumber(number: string): string {
  if (number.length < 11) return "x".repeat(number.length);
  return number.slice(0, 6) + "x".repeat(number.length - 10) + number.slice(-4);
}

/** Digits in groups, whatever parts them but letters, with track data that may follow. */
const DIGITS_IN_TEXT = /\d(?:[^0-9A-Za-z=^]{0,3}\d){12,}(?:[=D][^\s"']*|\^[^"'\n]*)?/g;

const DIGITS_MIN = 13;
const DIGITS_MAX = 19;

/** Schemes whose numbers are too much like any other number to be looked for in free text. */
const TOO_COMMON: readonly Scheme[] = ["UATP", "OTHER"];

/**
 * The text with everything hidden that may not be shown wherever it stands: what looks like a card number, along with
 * track data behind it, and secrets in URLs. Looks like: 13 to 19 digits, in whatever groups, that pass Luhn and have
 * the prefix and length of a large scheme, or any such digits with a track's separator behind them (assumption A5),
 * as they are or percent-escaped.
 */
export function maskText(text: string): string {
  // Tracks go first: they may hold what ends a value in a URL.
  return isHarmless(text) ? text : hideUrlSecrets(maskCards(text));
}

/** Whether one look at each character shows that there is nothing to hide, as in nearly all texts. */
function isHarmless(text: string): boolean {
  let digits = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === PERCENT || code === COLON) return false;
    if (code >= CODE_OF_0 && code <= CODE_OF_9) digits += 1;
  }
  return digits < DIGITS_MIN;
}

const PERCENT = 0x25;
/** Every URL has one that is not escaped, or an escape. */
const COLON = 0x3a;

/**
 * An escaped digit is written with two digits, `%35`, and one that was escaped again with more: what is too few digits
 * stays too few when escapes are read.
 */
function maskCards(text: string): string {
  if (!hasDigits(text, DIGITS_MIN)) return text;
  return text.includes("%") ? hide(text, cardsIn) : text.replace(DIGITS_IN_TEXT, maskRun);
}

function cardsIn(text: string): readonly HiddenPart[] {
  return [...text.matchAll(DIGITS_IN_TEXT)].flatMap(({ 0: run, index }) =>
    cardsOf(run).map(({ begin, end, shown }) => ({ begin: index + begin, end: index + end, shown })),
  );
}

/** Whether the text has at least so many digits. Counting is many times as fast as looking for rows of them. */
function hasDigits(text: string, least: number): boolean {
  if (text.length < least) return false;
  let digits = 0;
  for (let index = 0; index < text.length && digits < least; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= CODE_OF_0 && code <= CODE_OF_9) digits += 1;
  }
  return digits >= least;
}

const CODE_OF_0 = 0x30;
const CODE_OF_9 = 0x39;

function maskRun(run: string): string {
  return withHidden(run, cardsOf(run));
}

/** Other numbers may stand in front of the card's and behind it, so that every row of whole groups is looked at. */
function cardsOf(run: string): readonly HiddenPart[] {
  const groups = [...run.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({ digits, begin: index }));
  const cards: HiddenPart[] = [];
  for (let first = 0; first < groups.length; first += 1) {
    const found = cardAt(groups, first, run);
    if (found === undefined) continue;
    cards.push({ begin: groups[first]?.begin ?? 0, end: found.end, shown: maskNumber(found.number) });
    first = found.last;
  }
  return cards;
}

interface FoundCard {
  readonly number: string;
  /** The last group that it takes. */
  readonly last: number;
  /** Where the text goes on behind it. */
  readonly end: number;
}

interface DigitGroup {
  readonly digits: string;
  readonly begin: number;
}

/** The longest card number that begins with the group; undefined when there is none. */
function cardAt(groups: readonly DigitGroup[], first: number, run: string): FoundCard | undefined {
  let digits = "";
  let found: FoundCard | undefined;
  for (let last = first; last < groups.length && digits.length <= DIGITS_MAX; last += 1) {
    const group = groups[last];
    // Zeros in front fill a number up to a fixed length.
    digits += group?.digits ?? "";
    if (digits.startsWith("0")) digits = digits.replace(/^0+/, "");
    const end = (group?.begin ?? 0) + (group?.digits.length ?? 0);
    const isTrack = "=D^".includes(run[end] ?? " ");
    if (isCardNumber(digits, isTrack)) found = { number: digits, last, end: isTrack ? run.length : end };
  }
  return found;
}

function isCardNumber(digits: string, isTrack: boolean): boolean {
  if (digits.length < DIGITS_MIN || digits.length > DIGITS_MAX) return false;
  return isTrack || (passesLuhn(digits) && !TOO_COMMON.includes(schemeOf(digits)));
}

/** So many digits in a member for numbers are one, whatever its scheme, and however they are grouped. */
const MEMBER_DIGITS_MIN = 9;
const NUMBER_IN_MEMBER = /\d(?:[^0-9A-Za-z]{0,3}\d){8,}/g;

/** The value of a member that holds numbers, masked. Tracks go first: they are told by the whole number in front. */
export function maskMemberNumber(text: string): string {
  if (isWholeNumber(text)) return maskNumber(text);
  const shown = maskText(text);
  if (!hasDigits(shown, MEMBER_DIGITS_MIN)) return shown;
  return shown.includes("%") ? hide(shown, numbersIn) : shown.replace(NUMBER_IN_MEMBER, maskDigits);
}

/** Digits only, without zeros in front that fill it up: then it is a number as a whole, as in nearly all requests. */
function isWholeNumber(text: string): boolean {
  if (text.length < MEMBER_DIGITS_MIN || text.charCodeAt(0) === CODE_OF_0) return false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < CODE_OF_0 || code > CODE_OF_9) return false;
  }
  return true;
}

function numbersIn(text: string): readonly HiddenPart[] {
  return Array.from(text.matchAll(NUMBER_IN_MEMBER), ({ 0: run, index }) => {
    return { begin: index, end: index + run.length, shown: maskDigits(run) };
  });
}

function maskDigits(run: string): string {
  return maskNumber(run.replace(/\D/g, ""));
}

/** Whether the text holds something that looks like a card number. */
export function holdsCardNumber(text: string): boolean {
  return maskCards(text) !== text;
}
