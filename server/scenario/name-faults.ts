import { maskText } from "../domain/card.ts";
import { nearest } from "../domain/nearest.ts";

/** What keeps names from being a set of these files, in sentences; nothing when they are one. */
export function nameFaults(names: readonly string[], known: readonly string[]): readonly string[] {
  return names.flatMap((name, index) => {
    if (names.indexOf(name) < index) return [`the scenario "${maskText(name)}" is named twice`];
    return known.includes(name) ? [] : [absence(name, known)];
  });
}

export function absence(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  const help = meant === undefined ? "" : `; did you mean "${meant}"?`;
  return `there is no scenario "${maskText(name)}"${help} (there is: ${known.join(", ") || "none"})`;
}
