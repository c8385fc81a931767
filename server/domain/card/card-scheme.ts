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
export function schemeOfMasked(number: string): Scheme {
  return schemeOf(number.replace(/x/g, "0"));
}

/** The scheme that a card number belongs to, by its leading digits and length. */
export function schemeOf(number: string): Scheme {
  return NUMBERS.find(([, pattern]) => pattern.test(number))?.[0] ?? "OTHER";
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
