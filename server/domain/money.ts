declare const thousandths: unique symbol;

/**
 * An amount in whole thousandths of the currency's unit: 12.34 is 12340.
 * The contract's largest amount, 1000000000000 with three digits, is below 2^53.
 */
export type Amount = number & { readonly [thousandths]: true };

export const ZERO = 0 as Amount;

/** 1000000000000: no amount and no total is larger (interface section 2.1, Decimal; assumption A177). */
export const AMOUNT_MAX = 1_000_000_000_000_000 as Amount;

const DECIMAL = /^(-?)(\d*)(?:\.(\d*))?$/;

/** The amount that a decimal text means; undefined when it is none, too large, or has more than three decimals. */
export function parseAmount(text: string): Amount | undefined {
  return plainAmount(text) ?? anyAmount(text);
}

/** Longer texts have amounts that are too large, or digits that do not count. */
const PLAIN_MAX = 15;

const CODE_OF_0 = 0x30;
const CODE_OF_POINT = 0x2e;

/** What the decimals that have been read make of whole thousandths. */
const THOUSANDTHS = [1000, 100, 10, 1] as const;

/** Of a text as most are, digits with or without up to three decimals; undefined when it takes a closer look. */
function plainAmount(text: string): Amount | undefined {
  if (text.length > PLAIN_MAX) return undefined;
  let value = 0;
  let point = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const digit = text.charCodeAt(index) - CODE_OF_0;
    if (digit >= 0 && digit <= 9) value = value * 10 + digit;
    else if (digit === CODE_OF_POINT - CODE_OF_0 && point === text.length) point = index;
    else return undefined;
  }
  const decimals = Math.max(0, text.length - point - 1);
  const factor = THOUSANDTHS[decimals];
  const isWritten = point > 0 && point !== text.length - 1;
  return factor === undefined || !isWritten || value * factor > AMOUNT_MAX
    ? undefined
    : ((value * factor) as Amount);
}

function anyAmount(text: string): Amount | undefined {
  const match = DECIMAL.exec(text);
  const [whole, fraction] = [match?.[2] ?? "", (match?.[3] ?? "").replace(/0+$/, "")];
  if (!match || (whole === "" && (match[3] ?? "") === "") || fraction.length > 3) return undefined;
  const value = Number(whole) * 1000 + Number(fraction.padEnd(3, "0"));
  if (value > AMOUNT_MAX) return undefined;
  return (match[1] === "-" && value !== 0 ? -value : value) as Amount;
}

/** Whether the text is a decimal number, however large. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text) && /\d/.test(text);
}

/** How many decimals a decimal text carries, trailing zeros included: "1.50" has two. */
export function decimalsOf(text: string): number {
  const point = text.indexOf(".");
  return point < 0 ? 0 : text.length - point - 1;
}

export function add(one: Amount, other: Amount): Amount {
  const sum = one + other;
  if (!Number.isSafeInteger(sum))
    throw new RangeError("a sum of amounts exceeds the range of whole thousandths");
  return sum as Amount;
}

export function sumOf(amounts: readonly Amount[]): Amount {
  return amounts.reduce(add, ZERO);
}

export function subtract(from: Amount, amount: Amount): Amount {
  return add(from, (0 - amount) as Amount);
}

/** Rounded down. Through whole numbers, as binary fractions make a thousandth less of 0.29 percent of 100. */
export function percentOf(amount: Amount, percent: number): Amount {
  const millionths = BigInt(Math.round(percent * 1_000_000));
  return Number((BigInt(amount) * millionths) / 100_000_000n) as Amount;
}

/** Rounded to so many decimals of the unit, halves up. */
export function roundedPercentOf(amount: Amount, percent: number, decimals: 0 | 2 | 3): Amount {
  const millionths = BigInt(Math.round(percent * 1_000_000));
  const step = 10n ** BigInt(3 - decimals);
  const divisor = 100_000_000n * step;
  return Number(((BigInt(amount) * millionths + divisor / 2n) / divisor) * step) as Amount;
}

/** The amount as the JSON number of an answer: 12340 is 12.34. */
export function toNumber(amount: Amount): number {
  return amount / 1000;
}

/** The amount as a text for sentences: 12340 is "12.34", 12000 is "12.00". */
export function formatAmount(amount: Amount): string {
  const text = (amount / 1000).toFixed(3);
  return text.endsWith("0") ? text.slice(0, -1) : text;
}
