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

const NUMBERS: readonly (readonly [Scheme, RegExp])[] = [
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

/** Every scheme that is told from its numbers. */
export const SCHEMES: readonly Scheme[] = NUMBERS.map(([scheme]) => scheme);

/** A masked number still has its leading digits and its length. */
const MASKED_NUMBERS = NUMBERS.map(([scheme, { source }]): (typeof NUMBERS)[number] => [
  scheme,
  new RegExp(source.replace(/\\d/g, "[\\dx]")),
]);

export function schemeOfMasked(number: string): Scheme {
  return schemeAmong(MASKED_NUMBERS, number);
}

/** The scheme that a card number belongs to, by its leading digits and length. */
export function schemeOf(number: string): Scheme {
  return schemeAmong(NUMBERS, number);
}

function schemeAmong(numbers: typeof NUMBERS, number: string): Scheme {
  for (const [scheme, pattern] of numbers) if (pattern.test(number)) return scheme;
  return "OTHER";
}

/** Fewer digits begin the numbers of several schemes. */
const TELLING_DIGITS = 4;
/** Of card numbers, in digits (ISO/IEC 7812-1), the usual ones first. */
const LENGTHS = [16, 15, 14, 13, 19];

/** The scheme by the leading digits, however many there are; undefined while it may be of several, or of none. */
export function schemeOfBeginning(digits: string): Scheme | undefined {
  if (digits.length < TELLING_DIGITS) return undefined;
  const made = LENGTHS.map((length) => digits.slice(0, length).padEnd(length, "0"));
  return made.map(schemeOf).find((scheme) => scheme !== "OTHER");
}

/** Shorter numbers are of no card (ISO/IEC 7812-1). */
const CARD_DIGITS_MIN = 12;

/** Beginnings of the published test cards of PayPak and of ITMX, whose last digit checks nothing (assumption A273). */
const UNCHECKED = /^(220[56]|401367|421584|494312|529764|539197|559450)/;

/** Whether a number has as many digits as its scheme's numbers have, and a right check digit (assumption A273). */
export function isWholeNumber(number: string): boolean {
  const hasLength = schemeOf(number) === (schemeOfBeginning(number) ?? "OTHER");
  return number.length >= CARD_DIGITS_MIN && hasLength && (UNCHECKED.test(number) || passesLuhn(number));
}

/** How many digits most numbers with this beginning have; some schemes have shorter and longer ones too. */
export function usualLengthOf(number: string): number {
  const scheme = schemeOfBeginning(number);
  if (scheme === "DINERS_CLUB") return 14;
  return scheme === "AMEX" || scheme === "UATP" ? 15 : 16;
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

/** Funding methods by scheme; the card's own cannot be known (assumption A95). */
export const FUNDING_METHODS: Readonly<Record<Scheme, string>> = {
  AMEX: "CHARGE",
  DINERS_CLUB: "CHARGE",
  DISCOVER: "CREDIT",
  JCB: "CREDIT",
  MAESTRO: "DEBIT",
  MASTERCARD: "CREDIT",
  OTHER: "UNKNOWN",
  UATP: "CHARGE",
  UNIONPAY: "CREDIT",
  VISA: "CREDIT",
};

/** One of these names for all numbers that begin with the same six digits. */
export function issuerAmong(names: readonly string[], number: string): string | undefined {
  return names[Number(number.slice(0, 6)) % names.length];
}
