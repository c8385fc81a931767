import { isDigit, isLetter } from "./digit-scan.ts";
import type { Characters } from "./digit-scan.ts";

/** A text as it is meant. */
export interface Reading {
  /** Every digit, of whatever script and width, is an ASCII one. */
  readonly text: string;
  /** Where each of its characters stands in the text as it was written; one more for its end. */
  readonly places: readonly number[];
}

/**
 * The text with its percent-escapes (RFC 3986 section 2.1), HTML's character references, and digits and letters of
 * other scripts and widths read; undefined when it has none. Each is read by itself, whatever stands around it, and
 * characters that are neither ASCII nor digits count as one that is no letter. `isDeep` reads what was escaped again
 * and again at once: `%252535`, `&amp;amp;#53;`.
 */
export function read(text: Characters, isDeep: boolean): Reading | undefined {
  const codes: number[] = [];
  const places: number[] = [];
  let isSame = true;
  for (let index = 0; index < text.length;) {
    const found = meantAt(text, index, isDeep);
    codes.push(found?.code ?? text.charCodeAt(index));
    places.push(index);
    isSame &&= found === undefined;
    index = found?.end ?? index + 1;
  }
  places.push(text.length);
  return isSame ? undefined : { text: textOf(codes), places };
}

/** So many arguments are passed at once. */
const PIECE = 8_192;

function textOf(codes: readonly number[]): string {
  let text = "";
  for (let done = 0; done < codes.length; done += PIECE)
    text += String.fromCharCode(...codes.slice(done, done + PIECE));
  return text;
}

interface Meant {
  /** Of one UTF-16 unit. */
  readonly code: number;
  /** Behind what was written for it. */
  readonly end: number;
}

const [PERCENT, AMPERSAND, SEMICOLON, NUMBER_SIGN] = [0x25, 0x26, 0x3b, 0x23];
const NO_ASCII = 0xb7;

/** Whether a UTF-16 unit may be read as another: the blocks of Unicode that have digits, and the wide letters. */
export function mayMeanOther(code: number): boolean {
  if (code < 0x660 || (code >= 0x1c5a && code < 0xa620)) return false;
  return code < 0xac00 || (code >= 0xd800 && code <= 0xdbff) || (code >= 0xff01 && code <= 0xff5e);
}

/** Whether reading the text may change it. */
export function mayMeanMore(text: string): boolean {
  return MAY_MEAN_MORE.test(text);
}

const MAY_MEAN_MORE = /[%&\u0660-\u1c59\ua620-\uabff\ud800-\udbff\uff01-\uff5e]/;

function meantAt(text: Characters, index: number, isDeep: boolean): Meant | undefined {
  const code = text.charCodeAt(index);
  if (code === PERCENT) return percentAt(text, index, isDeep);
  if (code === AMPERSAND) return referenceAt(text, index, isDeep);
  return mayMeanOther(code) ? digitAt(text, index) : undefined;
}

/** A digit, or a letter or sign as wide as an ideograph (U+FF01 to U+FF5E). */
function digitAt(text: Characters, index: number): Meant | undefined {
  const unit = text.charCodeAt(index);
  const isHigh = unit >= 0xd800 && unit < 0xdc00 && index + 1 < text.length;
  const low = isHigh ? text.charCodeAt(index + 1) - 0xdc00 : 0;
  const point = isHigh ? 0x10000 + (unit - 0xd800) * 0x400 + low : unit;
  const code = plainOf(point);
  return code === undefined ? undefined : { code, end: index + (isHigh ? 2 : 1) };
}

/** The ASCII character that a code point stands for; undefined when it stands for none. */
function plainOf(point: number): number | undefined {
  if (point < 0x80) return point;
  if (point < 0x660 || point > 0x10ffff) return undefined;
  if (point >= 0xff01 && point <= 0xff5e) return point - 0xfee0;
  if (!isDecimal(point)) return undefined;
  // Unicode keeps the ten digits of a script together, and such tens apart but for those of mathematics.
  let zero = point;
  while (isDecimal(zero - 1)) zero -= 1;
  return 0x30 + ((point - zero) % 10);
}

const DECIMAL = /^\p{Nd}$/u;

function isDecimal(point: number): boolean {
  return DECIMAL.test(String.fromCodePoint(point));
}

/** `%35`, or UTF-8 in as many escapes as it has bytes. */
function percentAt(text: Characters, index: number, isDeep: boolean): Meant | undefined {
  const first = byteAt(text, index, isDeep);
  if (first === undefined || first.code < 0x80) return first;
  const length = first.code >= 0xf0 ? 4 : first.code >= 0xe0 ? 3 : 2;
  const separator = { code: NO_ASCII, end: first.end };
  if (first.code < 0xc2 || first.code > 0xf4) return separator;
  let { code: point, end } = { code: first.code & (0x7f >> length), end: first.end };
  for (let count = 1; count < length; count += 1) {
    const next = byteAt(text, end, isDeep);
    if (next === undefined || next.code >> 6 !== 0b10) return separator;
    [point, end] = [(point << 6) | (next.code & 0x3f), next.end];
  }
  return { code: plainOf(point) ?? NO_ASCII, end };
}

function byteAt(text: Characters, index: number, isDeep: boolean): Meant | undefined {
  if (index >= text.length || text.charCodeAt(index) !== PERCENT) return undefined;
  let [end, byte] = [index + 3, hexAt(text, index + 1)];
  while (isDeep && byte === PERCENT) {
    const inner = hexAt(text, end);
    if (inner === undefined) break;
    [end, byte] = [end + 2, inner];
  }
  return byte === undefined ? undefined : { code: byte, end };
}

/** Two hexadecimal digits. */
function hexAt(text: Characters, index: number): number | undefined {
  if (index + 1 >= text.length) return undefined;
  const [high, low] = [hexDigit(text.charCodeAt(index)), hexDigit(text.charCodeAt(index + 1))];
  return high === undefined || low === undefined ? undefined : high * 16 + low;
}

function hexDigit(code: number): number | undefined {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : undefined;
}

/** Names that HTML has for what counts in a number, a track or a URL; every other one is a separator. */
const NAMED = new Map(
  Object.entries({
    ...{ amp: 0x26, apos: 0x27, colon: 0x3a, commat: 0x40, equals: 0x3d, gt: 0x3e, Hat: 0x5e, lt: 0x3c },
    ...{ nbsp: 0x20, num: 0x23, percnt: 0x25, quest: 0x3f, quot: 0x22, semi: 0x3b, sol: 0x2f },
  }),
);

/** The longest name that HTML has. */
const NAME_MAX = 31;
const AMP = "amp;";

/** `&#53;`, `&#x35;` (the semicolon may be missing), `&nbsp;`. */
function referenceAt(text: Characters, index: number, isDeep: boolean): Meant | undefined {
  let begin = index + 1;
  while (isDeep && hasAt(text, begin, AMP) && isReferenceAfter(text, begin + AMP.length)) begin += AMP.length;
  return begin < text.length && text.charCodeAt(begin) === NUMBER_SIGN
    ? numberedAt(text, begin + 1)
    : namedAt(text, begin);
}

/** Whether `&amp;` is followed by the rest of another reference. */
function isReferenceAfter(text: Characters, index: number): boolean {
  return index < text.length && (text.charCodeAt(index) === NUMBER_SIGN || hasAt(text, index, AMP));
}

function hasAt(text: Characters, index: number, word: string): boolean {
  if (index + word.length > text.length) return false;
  for (let at = 0; at < word.length; at += 1)
    if (text.charCodeAt(index + at) !== word.charCodeAt(at)) return false;
  return true;
}

function numberedAt(text: Characters, begin: number): Meant | undefined {
  const isHex = begin < text.length && (text.charCodeAt(begin) | 0x20) === 0x78;
  const [base, first] = isHex ? [16, begin + 1] : [10, begin];
  let [point, end] = [0, first];
  for (; end < text.length; end += 1) {
    const digit = hexDigit(text.charCodeAt(end));
    if (digit === undefined || digit >= base) break;
    point = Math.min(point * base + digit, 0x110000);
  }
  return end === first ? undefined : { code: plainOf(point) ?? NO_ASCII, end: pastSemicolon(text, end) };
}

function pastSemicolon(text: Characters, index: number): number {
  return index < text.length && text.charCodeAt(index) === SEMICOLON ? index + 1 : index;
}

function namedAt(text: Characters, begin: number): Meant | undefined {
  let name = "";
  for (let end = begin; end < text.length && name.length <= NAME_MAX; end += 1) {
    const code = text.charCodeAt(end);
    if (code === SEMICOLON && name !== "") return { code: NAMED.get(name) ?? NO_ASCII, end: end + 1 };
    if (!isLetter(code) && !isDigit(code)) return undefined;
    name += String.fromCharCode(code);
  }
  return undefined;
}
