/** A part of a text that is not shown, and what is shown in its place. */
export interface HiddenPart {
  readonly begin: number;
  /** Behind its last character. */
  readonly end: number;
  readonly shown: string;
}

/** A text as it is searched: one character at a time, so that a test can count the looks. A string is one. */
export interface Characters {
  readonly length: number;
  charCodeAt: (index: number) => number;
}

export const DIGITS_MIN = 13;
const DIGITS_MAX = 19;

/** Whether 13 to 19 digits that no track's separator follows are a card number. */
export type IsCard = (digits: string) => boolean;

/** What is shown in the place of a number. */
export type Mask = (digits: string) => string;

/**
 * The card numbers of a text: 13 to 19 digits in whole groups, zeros in front or not, that are a card's by themselves or
 * by a track's separator behind them, and then with the rest of the track. Numbers may overlap. One pass: where a group
 * ends, only the last 19 digits are looked at again.
 */
export function cardsIn(text: Characters, isCard: IsCard, mask: Mask): readonly HiddenPart[] {
  const found: HiddenPart[] = [];
  let run = runFrom(text, 0, endsCards);
  while (run !== undefined) {
    const next = run.digits < DIGITS_MIN ? run.next : putCards(found, text, run, { isCard, mask });
    run = runFrom(text, next, endsCards);
  }
  return found;
}

/** The numbers of so many digits or more, however they are grouped. */
export function numbersIn(text: Characters, least: number, mask: Mask): readonly HiddenPart[] {
  const found: HiddenPart[] = [];
  for (let run = runFrom(text, 0, isLetter); run; run = runFrom(text, run.next, isLetter)) {
    const { begin, end, digits } = run;
    if (digits >= least) found.push({ begin, end, shown: mask(digitsIn(text, run)) });
  }
  return found;
}

/** Groups of digits that nothing parts. */
interface Run {
  readonly begin: number;
  readonly end: number;
  /** How many there are. */
  readonly digits: number;
  /** Where the next one is looked for. */
  readonly next: number;
}

/** So many characters between two groups do not part them (assumption A5). */
const SEPARATORS_MAX = 4;

/** The first run from the index on. A line break and the white space around it are one separator. */
function runFrom(text: Characters, from: number, parts: (code: number) => boolean): Run | undefined {
  let index = from;
  while (index < text.length && !isDigit(text.charCodeAt(index))) index += 1;
  if (index === text.length) return undefined;
  const begin = index;
  let end = index;
  let digits = 0;
  let separators = 0;
  let blanks = 0;
  let isBroken = false;
  for (; index < text.length && separators <= SEPARATORS_MAX; index += 1) {
    const code = text.charCodeAt(index);
    if (isBlank(code)) {
      blanks += 1;
      isBroken ||= isLineBreak(code);
      continue;
    }
    separators += isBroken ? 1 : blanks;
    blanks = 0;
    isBroken = false;
    if (!isDigit(code)) separators += parts(code) ? SEPARATORS_MAX + 1 : weight(code);
    else if (separators > SEPARATORS_MAX) break;
    else {
      digits += 1;
      separators = 0;
      end = index + 1;
    }
  }
  return { begin, end, digits, next: index };
}

/** A character of two code units is one separator. */
function weight(code: number): number {
  return code >= 0xdc00 && code <= 0xdfff ? 0 : 1;
}

function digitsIn(text: Characters, { begin, end }: Run): string {
  let digits = "";
  for (let index = begin; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (isDigit(code)) digits += String.fromCharCode(code);
  }
  return digits;
}

/** Where a card number may begin. */
interface Start {
  /** In the text, with zeros that fill the number up. */
  readonly begin: number;
  /** Among the digits of the run. */
  readonly place: number;
}

interface Search {
  readonly isCard: IsCard;
  readonly mask: Mask;
}

/** Adds the cards of a run, and tells where the text goes on behind it and a track. */
function putCards(found: HiddenPart[], text: Characters, run: Run, { isCard, mask }: Search): number {
  const digits = digitsIn(text, run);
  const starts: Start[] = [];
  let place = 0;
  let next = run.next;
  for (let index = run.begin; index < run.end; index += 1) {
    const begin = index;
    while (index < run.end && isDigit(text.charCodeAt(index))) index += 1;
    if (index === begin) continue;
    const first = pastZeros(digits, place, place + index - begin);
    place += index - begin;
    if (first < place) starts.push({ begin, place: first });
    const isTrack = index === run.end && isTrackMark(text, index);
    const card = startOfCard(starts, place, (from) => isTrack || isCard(digits.slice(from, place)));
    if (card === undefined) continue;
    const end = isTrack ? trackEnd(text, index) : index;
    found.push({ begin: card.begin, end, shown: mask(digits.slice(card.place, place)) });
    next = Math.max(next, end);
  }
  return next;
}

function pastZeros(digits: string, from: number, end: number): number {
  let place = from;
  while (place < end && digits.charCodeAt(place) === CODE_OF_0) place += 1;
  return place;
}

type JudgeFrom = (from: number) => boolean;

/** Where the longest card number begins that ends there. Only starts among the last 19 digits are looked at. */
function startOfCard(starts: readonly Start[], end: number, isCard: JudgeFrom): Start | undefined {
  let oldest = starts.length;
  while (oldest > 0 && end - (starts[oldest - 1]?.place ?? 0) <= DIGITS_MAX) oldest -= 1;
  for (; oldest < starts.length; oldest += 1) {
    const start = starts[oldest];
    if (start === undefined || end - start.place < DIGITS_MIN) return undefined;
    if (isCard(start.place)) return start;
  }
  return undefined;
}

const [CODE_OF_0, CODE_OF_9, EQUALS, LETTER_D, CARET] = [0x30, 0x39, 0x3d, 0x44, 0x5e];
const [QUOTE, APOSTROPHE, LINE_FEED] = [0x22, 0x27, 0x0a];

export function isDigit(code: number): boolean {
  return code >= CODE_OF_0 && code <= CODE_OF_9;
}

export function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** Letters, and what stands between a track's number and its other data. */
function endsCards(code: number): boolean {
  return isLetter(code) || code === EQUALS || code === CARET;
}

function isTrackMark(text: Characters, index: number): boolean {
  if (index >= text.length) return false;
  const code = text.charCodeAt(index);
  return code === EQUALS || code === CARET || code === LETTER_D;
}

/** Track 1 has a name in it, which holds spaces; both end with a quote at the latest. */
function trackEnd(text: Characters, mark: number): number {
  const hasName = text.charCodeAt(mark) === CARET;
  let end = mark + 1;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === QUOTE || code === APOSTROPHE || (hasName ? code === LINE_FEED : isBlank(code))) break;
  }
  return end;
}

function isLineBreak(code: number): boolean {
  return (code >= 0x0a && code <= 0x0d) || code === 0x85 || code === 0x2028 || code === 0x2029;
}

/** What `\s` matches, and U+0085. */
function isBlank(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return code === 0x85 || /\s/.test(String.fromCharCode(code));
}

/**
 * How many digits stand in a row at the most; hyphens part nothing. Every request has an id that is looked at, and a pattern
 * takes four times as long.
 */
export function digitsInRow(text: string): number {
  let [most, row] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isDigit(code)) row += 1;
    else if (code !== HYPHEN) row = 0;
    if (row > most) most = row;
  }
  return most;
}

const HYPHEN = 0x2d;
