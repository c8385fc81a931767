import { schemeOf } from "../../../server/domain/card/card-scheme.ts";
import { formsOf } from "./written-forms.ts";

/** A card number that was sent, and where. */
export type SentNumbers = Map<string, string>;

/** Leading digits and length of numbers of each large scheme. */
const SHAPES: readonly (readonly [prefix: string, length: number])[] = [
  ["4539", 16],
  ["4716", 13],
  ["4929", 19],
  ["5412", 16],
  ["2223", 16],
  ["3714", 15],
  ["3612", 14],
  ["3530", 16],
  ["6011", 16],
  ["6250", 16],
];

/** Schemes whose numbers are only known by the members that hold them. */
const OTHER_SHAPES: readonly (readonly [prefix: string, length: number])[] = [
  ["5018", 16],
  ["6799", 18],
  ["1354", 15],
  ["5018", 13],
];

/** Gives numbers that pass the Luhn check, each once, and notes what each is for. */
export interface Marks {
  readonly sent: SentNumbers;
  /** The number of a large scheme, sent in that place. */
  readonly number: (place: string) => string;
  /** The number of any other scheme, for members that hold card numbers. */
  readonly otherNumber: (place: string) => string;
}

export function createMarks(): Marks {
  const sent: SentNumbers = new Map();
  let tried = 0;
  const next = (shapes: typeof SHAPES, place: string): string => {
    const [prefix, length] = shapes[tried % shapes.length] ?? ["4539", 16];
    const middle = String(7_654_321 + tried * 7).padStart(length - prefix.length - 1, "0");
    const number = withCheckDigit(`${prefix}${middle.slice(-(length - prefix.length - 1))}`);
    tried += 1;
    // Its last four digits are shown where it is masked, and would be taken for the security code.
    if (number.endsWith(SECRETS.securityCode)) return next(shapes, place);
    sent.set(number, `${place} (${schemeOf(number)})`);
    return number;
  };
  return {
    sent,
    number: (place) => next(SHAPES, place),
    otherNumber: (place) => next(OTHER_SHAPES, place),
  };
}

function withCheckDigit(digits: string): string {
  const sum = Array.from(digits).reduceRight((total, digit, index) => {
    const isDoubled = (digits.length - index) % 2 === 1;
    const value = Number(digit) * (isDoubled ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}

/** Text of other sensitive data that occurs nowhere else. */
export const SECRETS = {
  /** No count, size or time begins with a zero, and no month has as many days. */
  securityCode: "0791",
  /** Behind the number in a track. */
  track1: "TRACKONECANARY",
  track2: "98877665544332",
  pin: "DEADBEEFCAFED00D",
  /** Of a PIN block that the sandbox can read. */
  pinDigits: "246813579024",
  p2pe: "FEEDFACE0123456789ABCDEFFEEDFACE",
  emv: "9F2608C0FFEEC0FFEE",
  cryptogram: "Y2FuYXJ5Q3J5cHRvZ3JhbQ==",
} as const;

/** Enough of each secret to know it by, in every form. */
const CORES = {
  track1: "TRACKONECAN",
  track2: "988776655443",
  pin: "DEADBEEFCAFE",
  pinDigits: "2468135790",
  p2pe: "FEEDFACE0123",
  emv: "C0FFEEC0FFEE",
  cryptogram: "Y2FuYXJ5Q3J5c",
} as const;

/** Not as a part of something longer, such as the end of a masked number. */
const SECURITY_CODE = /(?<![\w.…-])0791(?![\w-])|07910791/g;

/** What each secret looks like where it leaked. */
export const SECRET_PATTERNS: Readonly<Record<string, RegExp>> = {
  securityCode: SECURITY_CODE,
  ...Object.fromEntries(
    Object.entries(CORES).map(([name, core]) => [name, new RegExp(formsOf(core).join("|"), "g")]),
  ),
};
