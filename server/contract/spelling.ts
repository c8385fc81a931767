const FURTHEST = 2;

/** The name that was probably meant: the same but for case, or at most two letters away. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  if (name.length > 60) return undefined;
  const sameLetters = names.find((known) => known.toLowerCase() === name.toLowerCase());
  if (sameLetters !== undefined) return sameLetters;
  const furthest = Math.min(FURTHEST, Math.floor(name.length / 3));
  const distances = names.map((known) => ({ known, distance: distance(name, known) }));
  return distances.toSorted((a, b) => a.distance - b.distance).find((one) => one.distance <= furthest)?.known;
}

/** Levenshtein's: how many letters must be changed, added or taken away. */
function distance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > FURTHEST) return FURTHEST + 1;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (to[column - 1] === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
