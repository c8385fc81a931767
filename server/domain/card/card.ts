import { passesLuhn, schemeOf } from "./card-scheme.ts";
import { cardsIn, DIGITS_MIN, isDigit, numbersIn } from "./digit-scan.ts";
import type { HiddenPart } from "./digit-scan.ts";
import { mayMeanOther } from "./escapes.ts";
import { hide, holds } from "./hidden-part.ts";
import { hideUrlSecrets } from "./url-secrets.ts";

/** First six and last four digits, the middle as lower-case x: 512345xxxxxx0008. */
export function maskNumber(number: string): string {
  if (number.length < 11) return "x".repeat(number.length);
  return number.slice(0, 6) + "x".repeat(number.length - 10) + number.slice(-4);
}

/**
 * Numbers that answers know no scheme of, by prefix and length: Mir, Troy, RuPay and UnionPay of 81 and 82, UzCard,
 * Humo. What else these schemes issue begins like numbers of others.
 */
const LOCAL_SCHEMES = /^(?:220[0-4]\d{12,15}|8[12]\d{14,17}|(?:9792|8600|9860)\d{12})$/;

function isCard(number: string): boolean {
  return passesLuhn(number) && (schemeOf(number) !== "OTHER" || LOCAL_SCHEMES.test(number));
}

/**
 * The text with everything hidden that may not be shown wherever it stands: what looks like a card number, along with
 * track data behind it, security codes behind their name (assumption A255), and secrets in URLs. Looks like: 13 to 19 digits, in whatever
 * groups, that pass Luhn and have the prefix and length of a scheme, or any such digits with a track's separator behind
 * them (assumption A5), as they are, escaped, or in digits of another script.
 */
export function maskText(text: string): string {
  // Tracks go first: they may hold what ends a value in a URL.
  return isHarmless(text) ? text : hideUrlSecrets(hide(text, cardDataIn));
}

/** A number that begins in what is shown of a text ends in what is read of it. */
const READ_MAX = 400;

/**
 * What is shown of a text of any length, masked: so many characters and, where there are more, an ellipsis. Only the
 * beginning of the text is read, so that no text costs much.
 */
export function maskStart(text: string, most: number): string {
  const shown = maskText(text.slice(0, READ_MAX));
  return shown.length > most || text.length > READ_MAX ? `${shown.slice(0, most)}…` : shown;
}

/** Twice the longest id, as a character may have two code units, and room for what masking makes longer. */
const SHOWN_ID_MAX = 120;

/** An id as records name it, masked and cut (assumption A267). */
export function maskId(id: string): string {
  return maskStart(id, SHOWN_ID_MAX);
}

/** Whether one look at each character shows that there is nothing to hide, as in nearly all texts. */
function isHarmless(text: string): boolean {
  let digits = 0;
  let least = DIGITS_MIN;
  for (let index = 0; index < text.length; index += 1) {
    const meaning = meaningOf(text.charCodeAt(index));
    if (meaning === NOTHING) continue;
    if (meaning === DIGIT) digits += 1;
    else if (meaning === MARK) return false;
    else if (mayNameCode(text, index)) least = CODE_MIN;
  }
  return digits < least;
}

/** What a character may mean: a digit, a mark in front of a secret in a URL, the c in a name of a security code. */
const [NOTHING, DIGIT, MARK, LETTER_C] = [0, 1, 2, 3];
const CODE_MIN = 3;

/**
 * By the code of an ASCII character, as every character of a request is looked at. A digit may be the sign in every
 * `&#53;` as well; one that is percent-escaped is written with digits.
 */
const MEANINGS = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[\d#]/.test(character)) return DIGIT;
  if (/[%:]/.test(character)) return MARK;
  return /c/i.test(character) ? LETTER_C : NOTHING;
});

function meaningOf(code: number): number {
  return MEANINGS[code] ?? (mayMeanOther(code) ? DIGIT : NOTHING);
}

/** What makes a lower-case letter of a capital one. */
const LOWER = 0x20;

/** Whether a name of a security code may stand around a `c`: CVV, CSC, security code. */
function mayNameCode(text: string, index: number): boolean {
  const next = text.charCodeAt(index + 1) | LOWER;
  if (next === 0x76) return true;
  if (next === 0x73) return (text.charCodeAt(index + 2) | LOWER) === 0x63;
  return next === 0x75 && (text.charCodeAt(index - 1) | LOWER) === 0x65;
}

/** Whether the text has so many characters that may mean digits. Counting is many times as fast as a search. */
function mayHoldDigits(text: string, least: number): boolean {
  if (text.length < least) return false;
  let digits = 0;
  for (let index = 0; index < text.length && digits < least; index += 1)
    if (meaningOf(text.charCodeAt(index)) === DIGIT) digits += 1;
  return digits >= least;
}

function cardDataIn(text: string): readonly HiddenPart[] {
  return MAY_NAME_CODE.test(text) ? [...cardsOf(text), ...codesIn(text)] : cardsOf(text);
}

function cardsOf(text: string): readonly HiddenPart[] {
  return mayHoldDigits(text, DIGITS_MIN) ? cardsIn(text, isCard, maskNumber) : [];
}

/**
 * A name of the security code and three or four digits a little behind it. Every repetition has a limit, so that a text
 * is searched in one pass.
 */
const CODES =
  /(?:(?<![a-z])csc|cv[cnv]2?|security[\s_-]?(?:code|number|value))([^0-9a-z]{0,4}(?:(?:code|is|no|number|value|was)[^0-9a-z]{1,4}){0,2})(\d{3,4})(?![0-9a-z])/gi;

const MAY_NAME_CODE = /cv[cnv]|csc|security/i;

/** Security codes in prose. What only a hyphen or nothing joins, `CSC-123`, may be an id unless words are around it. */
function codesIn(text: string): readonly HiddenPart[] {
  const isProse = /\s/.test(text);
  return [...text.matchAll(CODES)].flatMap(({ 0: whole, 1: between = "", 2: code = "", index }) => {
    if (!isProse && /^[-._/]*$/.test(between)) return [];
    const end = index + whole.length;
    return [{ begin: end - code.length, end, shown: "xxx" }];
  });
}

/** So many digits in a member for numbers are one, whatever its scheme, and however they are grouped. */
const MEMBER_DIGITS_MIN = 9;

/** The value of a member that holds numbers, masked. Tracks go first: they are told by the whole number in front. */
export function maskMemberNumber(text: string): string {
  if (isWholeNumber(text)) return maskNumber(text);
  const shown = maskText(text);
  return mayHoldDigits(shown, MEMBER_DIGITS_MIN) ? hide(shown, longNumbersIn) : shown;
}

function longNumbersIn(text: string): readonly HiddenPart[] {
  return numbersIn(text, MEMBER_DIGITS_MIN, maskNumber);
}

/** Digits only, without zeros in front that fill it up: then it is a number as a whole, as in nearly all requests. */
function isWholeNumber(text: string): boolean {
  if (text.length < MEMBER_DIGITS_MIN || text.startsWith("0")) return false;
  for (let index = 0; index < text.length; index += 1) if (!isDigit(text.charCodeAt(index))) return false;
  return true;
}

/** Whether the text has digits enough for a card number, so that a search for one is worth its time. */
export function mayHoldCardNumber(text: string): boolean {
  return mayHoldDigits(text, DIGITS_MIN);
}

/** The digits of everything in the text that looks like a card number. */
export function cardNumbersIn(text: string): readonly string[] {
  if (!mayHoldCardNumber(text)) return [];
  const numbers: string[] = [];
  const collect = (digits: string): string => {
    numbers.push(digits);
    return digits;
  };
  holds(text, (part) => cardsIn(part, isCard, collect));
  return numbers;
}

/** Whether the text holds something that looks like a card number. */
export function holdsCardNumber(text: string): boolean {
  return mayHoldCardNumber(text) && holds(text, cardsOf);
}
