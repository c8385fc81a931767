import { maskText } from "../domain/card.ts";
import { nearest } from "../domain/nearest.ts";
import { Problem } from "./problem.ts";

const SHOWN_LENGTH_MAX = 60;

/** The problem with a name that is none of the known ones, with the one that was probably meant. */
export function unknownName(title: string, name: string, known: readonly string[]): Problem {
  const shown = maskText(name).slice(0, SHOWN_LENGTH_MAX);
  const meant = nearest(shown, known);
  const question = meant === undefined ? "" : ` Did you mean '${meant}'?`;
  return new Problem(400, title, `There is no '${shown}'.${question} Known: ${known.join(", ")}.`);
}
