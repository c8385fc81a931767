/** A wildcard: any run of characters, or any one of them. Both differ from every character. */
const RUN = Symbol("any run of characters");
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
