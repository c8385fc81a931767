/** A card that a merchant keeps with the gateway, to pay with later. */
export interface Token {
  /** Keyed fingerprint of the card number. */
  readonly card: string;
  readonly verificationStrategy: string;
  /** Milliseconds since 1970 by the merchant's clock; never used: undefined. */
  readonly lastUpdated: number;
  readonly lastUsed: number | undefined;
  /** Number, expiry and name of the card, in the vault's form. */
  readonly sealed: string;
}

export const TOKEN_BYTES = 14;

/** How cards of Troy and Humo begin. */
const LOCAL_CARDS = /^9(?:792|860)/;

/**
 * A token from random bytes: sixteen digits that begin with 9 and pass the Luhn check, but never look like a card
 * number (assumption A153).
 */
export function tokenIdOf(random: Uint8Array): string {
  const drawn = `9${Array.from(random, (byte) => String(byte % 10)).join("")}`;
  const digits = drawn.replace(LOCAL_CARDS, "9000");
  const sum = Array.from(digits).reduceRight((total, digit, index) => {
    const value = Number(digit) * ((digits.length - index) % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}
