const UNPRINTED = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** Text on one line that cannot steer a terminal or hide in it: what does not print becomes a blank. */
export function printable(text: string): string {
  return text.replace(UNPRINTED, " ");
}

const MARK = /^\p{M}$/u;
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303E\uFF01-\uFF60\uFFE0-\uFFE6]$/u;

/** Columns of a terminal that the text takes. */
export function widthOf(text: string): number {
  return Array.from(text).reduce((width, character) => width + columnsOf(character), 0);
}

function columnsOf(character: string): number {
  if (MARK.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

export function padded(text: string, width: number, side: "left" | "right" = "left"): string {
  const blanks = " ".repeat(Math.max(0, width - widthOf(text)));
  return side === "left" ? text + blanks : blanks + text;
}

/** Lines of at most so many columns (at least 2), broken at blanks, and inside a word that is longer than a line. */
export function wrapped(text: string, width: number): readonly string[] {
  const words = text.split(" ").filter((word) => word !== "");
  const lines: string[] = [];
  for (const piece of words.flatMap((word) => piecesOf(word, width))) {
    const last = lines.at(-1);
    const joined = last === undefined ? piece : `${last} ${piece}`;
    const fits = last !== undefined && widthOf(joined) <= width;
    lines.splice(fits ? -1 : lines.length, fits ? 1 : 0, fits ? joined : piece);
  }
  return lines.length === 0 ? [""] : lines;
}

function piecesOf(word: string, width: number): readonly string[] {
  if (widthOf(word) <= width) return [word];
  const pieces: string[] = [""];
  for (const character of word) {
    const joined = (pieces.at(-1) ?? "") + character;
    if (widthOf(joined) <= width) pieces.splice(-1, 1, joined);
    else pieces.push(character);
  }
  return pieces;
}
