type Characters = readonly string[];

/**
 * Whether a text fits: `*` is any run of characters, also of none, `?` is one, and all others are themselves. Takes at
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
