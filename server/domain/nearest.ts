/** The known word that was probably meant; undefined when none is near enough to be worth the question. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > WORD_MAX) return undefined;
  const near = known
    .filter((name) => Math.abs(name.length - word.length) <= slipsIn(name) || contains(word, name))
    .map((name) => ({ name, steps: stepsBetween(word, name) }))
    .filter(({ name, steps }) => steps <= slipsIn(name) || contains(word, name))
    .sort((one, other) => one.steps - other.steps);
  return near[0]?.name;
}

/** From a word to one that holds it, its other letters are inserted: that needs no table of steps. */
function stepsBetween(word: string, name: string): number {
  if (contains(word, name)) return Math.abs(word.length - name.length);
  return editSteps(word.toLowerCase(), name.toLowerCase());
}

/** Longer than any word that is known. */
const WORD_MAX = 200;

/** How many slips leave a word the one that was meant. */
function slipsIn(name: string): number {
  return Math.max(1, Math.floor(name.length / 3));
}

/** "orderId" holds "order", "status" is held by "orderStatus". */
function contains(word: string, name: string): boolean {
  const [short, long] = word.length < name.length ? [word, name] : [name, word];
  return short.length >= 4 && long.toLowerCase().includes(short.toLowerCase());
}

/** Letters to insert, remove or replace, and neighbours to exchange, to get from one word to the other (Damerau). */
function editSteps(from: string, to: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let done = 0; done < from.length; done += 1) {
    const next = [done + 1];
    for (let index = 0; index < to.length; index += 1) {
      const replaced = (row[index] ?? 0) + (from[done] === to[index] ? 0 : 1);
      const isExchanged = from[done] === to[index - 1] && from[done - 1] === to[index];
      const exchanged = isExchanged ? (before[index - 1] ?? 0) + 1 : Infinity;
      next.push(Math.min(replaced, exchanged, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
