import { createRequire } from "node:module";
import type * as Library from "re2js";

/** Characters of a pattern; schemas/scenario.json has the same bound. */
export const PATTERN_MAX = 200;

/** How much of a value is looked at. */
const LOOKED_AT_MAX = 1_000;

/** Instructions of a pattern's program: a value of 1,000 characters takes some milliseconds at most (assumption A193). */
const PROGRAM_MAX = 500;

/** Whether a value holds the pattern anywhere; or why the pattern cannot be used. */
type Pattern =
  | { readonly fits: (text: string) => boolean }
  | { readonly fits: undefined; readonly reason: string };

/** How many patterns are kept: checks ask for the same ones again and again, and compiling takes milliseconds. */
const KEPT_MAX = 1_000;
const kept = new Map<string, Pattern>();

/** RE2's regular expressions: they take time in proportion to the text, as they never step back. */
export function readPattern(text: string): Pattern {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const read = newPattern(text);
  if (kept.size >= KEPT_MAX) kept.delete(kept.keys().next().value ?? "");
  kept.set(text, read);
  return read;
}

function newPattern(text: string): Pattern {
  const compiled = compile(text);
  if (typeof compiled === "string") return { fits: undefined, reason: compiled };
  if (compiled.programSize() > PROGRAM_MAX)
    return { fits: undefined, reason: "its repetitions add up to too many, use smaller counts" };
  return { fits: (value) => compiled.matcher(value.slice(0, LOOKED_AT_MAX)).find() };
}

/** Required and not imported: rules without a pattern need it never, and those with one are read in one piece. */
const load = createRequire(import.meta.url);

function compile(text: string): Library.RE2JS | string {
  const { RE2JS, RE2JSSyntaxException } = load("re2js") as typeof Library;
  try {
    return RE2JS.compile(text);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    return error.message.replace("error parsing regexp: ", "");
  }
}
