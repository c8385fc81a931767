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

/** A number written in one run or in the groups that people use, with track data that follows it. */
const NUMBER_IN_TEXT =
  /(?<!\d)(?:\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3})?|\d{4}([ -])\d{6}\2\d{4,5})(?!\d)(?:[=D][^\s"']*|\^[^"'\n]*)?/g;

/** Schemes whose numbers are too much like any other number to be looked for in free text. */
const TOO_COMMON: readonly Scheme[] = ["MAESTRO", "UATP", "OTHER"];

/**
 * The text with everything that looks like a card number masked, along with track data behind it.
 * Looks like: 13 to 19 digits that pass Luhn and have the prefix and length of a large scheme, or any
 * such run of digits with a track's separator behind it (assumption A5).
 */
export function maskText(text: string): string {
  if (text.length < 13) return text;
  return text.replace(NUMBER_IN_TEXT, (run) => {
    const digits = /^[\d -]*/.exec(run)?.[0].replace(/[ -]/g, "") ?? "";
    const isTrack = run.search(/[=D^]/) >= 0;
    const isNumber = isTrack || (passesLuhn(digits) && !TOO_COMMON.includes(schemeOf(digits)));
    return isNumber ? maskNumber(digits) : run;
  });
}

/** Whether the text holds something that looks like a card number. */
export function holdsCardNumber(text: string): boolean {
  return maskText(text) !== text;
}
