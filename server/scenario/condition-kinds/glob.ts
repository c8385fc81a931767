type Characters = readonly string[];

/**
 * Whether a text fits: `*` is any number of characters, also of none, `?` is one, and all others are themselves. Takes at
 * most as many steps as text and glob have characters, multiplied: what was found between two stars is never tried again.
 */
export function createGlob(glob: string): (text: string) => boolean {
  const parts = glob.split("*").map((part) => Array.from(part));
  const [first = [], ...others] = parts;
  const last = others.pop();
  return (text) => {
    const characters = Array.from(text);
    if (last === undefined) return characters.length === first.length && fitsAt(characters, 0, first);
    const end = characters.length - last.length;
    if (first.length > end || !fitsAt(characters, 0, first) || !fitsAt(characters, end, last)) return false;
    return fitInOrder(characters.slice(first.length, end), others);
  };
}

/** Each part behind the one before it; the earliest place leaves most to the others. */
function fitInOrder(characters: Characters, parts: readonly Characters[]): boolean {
  let from = 0;
  for (const part of parts) {
    while (from + part.length <= characters.length && !fitsAt(characters, from, part)) from += 1;
    from += part.length;
    if (from > characters.length) return false;
  }
  return true;
}

function fitsAt(characters: Characters, from: number, part: Characters): boolean {
  return part.every((wanted, index) => wanted === "?" || wanted === characters[from + index]);
}

/** A wildcard: any number of characters, or any one of them. Both differ from every character. */
const RUN = Symbol("any number of characters");
const ONE = Symbol("any one character");

/** Texts of one form: characters and wildcards, in order. */
export type TextForm = readonly (string | typeof RUN | typeof ONE)[];

export function exactly(text: string): TextForm {
  return Array.from(text);
}

export function beginningWith(prefix: string): TextForm {
  return [...exactly(prefix), RUN];
}

export function like(glob: string): TextForm {
  return Array.from(glob, (character) => (character === "*" ? RUN : character === "?" ? ONE : character));
}

/**
 * Whether every text of the inner form is surely one of the outer: what is a wildcard in the inner one must meet a
 * wildcard as wide in the outer one. As matching a text with one star kept in mind, since a wildcard of the inner form is
 * one more character to the outer one.
 */
export function contains(outer: TextForm, inner: TextForm): boolean {
  let [at, place] = [0, 0];
  let star: { readonly at: number; readonly place: number } | undefined;
  while (place < inner.length) {
    if (outer[at] === RUN) {
      star = { at, place };
      at += 1;
    } else if (takes(outer[at], inner[place])) {
      at += 1;
      place += 1;
    } else if (star === undefined) {
      return false;
    } else {
      star = { at: star.at, place: star.place + 1 };
      [at, place] = [star.at + 1, star.place];
    }
  }
  return outer.slice(at).every((part) => part === RUN);
}

function takes(outer: TextForm[number] | undefined, inner: TextForm[number] | undefined): boolean {
  return outer === ONE ? inner !== RUN : outer !== undefined && outer === inner;
}
