import type { HiddenPart } from "./digit-scan.ts";
import { mayMeanMore, read } from "./escapes.ts";
import type { Reading } from "./escapes.ts";

export type FindParts = (text: string) => readonly HiddenPart[];

/** A text may be escaped so often before it is nothing that anybody would read (assumption A240). */
const ROUNDS = 3;

/**
 * The text with what is found in it hidden, also what is found when its escapes are read. Everything else stays as
 * it is written.
 */
export function hide(text: string, find: FindParts): string {
  return withHidden(text, partsIn(text, find, ROUNDS));
}

/** Whether something is found in the text, or in what its escapes mean. */
export function holds(text: string, find: FindParts): boolean {
  return partsIn(text, find, ROUNDS).length > 0;
}

/** The text with the parts hidden, which are in order and apart. */
function withHidden(text: string, parts: readonly HiddenPart[]): string {
  let [shown, done] = ["", 0];
  for (const part of parts) {
    shown += text.slice(done, part.begin) + part.shown;
    done = part.end;
  }
  return shown + text.slice(done);
}

/** Every round is looked at, as reading an escape may also spoil what stands behind it: `%` in front of a number. */
function partsIn(text: string, find: FindParts, rounds: number): readonly HiddenPart[] {
  const plain = find(text);
  const reading = mayMeanMore(text) ? read(text, rounds === 1) : undefined;
  if (reading === undefined) return apart(plain);
  const inside = rounds === 1 ? find(reading.text) : partsIn(reading.text, find, rounds - 1);
  return apart([...inside.map((part) => placedIn(text, part, reading)), ...plain]);
}

/** Where a part of what the escapes mean stands in the text itself. */
function placedIn(text: string, { begin, end, shown }: HiddenPart, { places }: Reading): HiddenPart {
  const place = places[begin] ?? text.length;
  // The last digit of an escape in front would look like one of the number.
  const isAfterDigit = /^\d/.test(shown) && /\d/.test(text.charAt(place - 1));
  return { begin: place, end: places[end] ?? text.length, shown: isAfterDigit ? ` ${shown}` : shown };
}

/** Parts that overlap made one, shown as the first of them: the others are pieces that look like something. */
function apart(parts: readonly HiddenPart[]): readonly HiddenPart[] {
  if (parts.length < 2) return parts;
  const made: HiddenPart[] = [];
  for (const part of parts.toSorted((one, other) => one.begin - other.begin || other.end - one.end)) {
    const last = made.at(-1);
    if (last === undefined || part.begin >= last.end) made.push(part);
    else if (part.end > last.end)
      made[made.length - 1] = { begin: last.begin, end: part.end, shown: last.shown };
  }
  return made;
}
