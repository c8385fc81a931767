import { maskText } from "../../domain/card/card.ts";
import { nearest } from "../../domain/nearest.ts";

/** Names that can be given: of the files of a folder, and of those that stand behind it. */
export interface KnownNames {
  readonly own: readonly string[];
  readonly behind: readonly string[];
}

/** What keeps names from being a set of these files, in sentences; nothing when they are one. */
export function nameFaults(names: readonly string[], known: KnownNames): readonly string[] {
  return names.flatMap((name, index) => {
    if (names.indexOf(name) < index) return [`the scenario "${maskText(name)}" is named twice`];
    return known.own.includes(name) || known.behind.includes(name) ? [] : [absence(name, known)];
  });
}

const NO_FILES =
  "the folder contains no scenario files (.yaml, .yml or .json); gateway-sandbox init writes a starter with one";

/** The same of names that are active for whoever has no others: a folder is not set for nothing (assumption A271). */
export function activeFaults(names: readonly string[], known: KnownNames): readonly string[] {
  if (names.length > 0 && known.own.length === 0) return [NO_FILES];
  const faults = nameFaults(names, known);
  const isIdle = names.length > 0 && faults.length === 0 && !names.some((name) => known.own.includes(name));
  return isIdle
    ? [`no scenario of this folder is active: the settings name none of them (it contains: ${shown(known)})`]
    : faults;
}

export function absence(name: string, known: KnownNames): string {
  const meant = nearest(name, [...known.own, ...known.behind]);
  const help = meant === undefined ? "" : `; did you mean "${meant}"?`;
  return `there is no scenario "${maskText(name)}"${help} (known: ${shown(known)})`;
}

/** Of the folder alone: those behind it are always the same. */
function shown({ own }: KnownNames): string {
  return own.join(", ") || "none";
}

/** The file that every set is asked behind its own, without naming it (assumption A83). */
export const SPECIFICATION = "specification";

/** Of the files of a folder, the one that every set asks behind its own; none when it is not there. */
export function lastOf<File extends { readonly name: string }>(files: readonly File[]): readonly File[] {
  return files.filter(({ name }) => name === SPECIFICATION);
}

interface Extended {
  readonly name: string;
  readonly extends: readonly string[];
}

/**
 * The files of a set in the order they are asked: those that are named, in their order, and what they extend behind
 * them. A file that several extend comes once, behind the last of them, also when it is named itself
 * (assumption A200).
 */
export function setOrder(
  names: readonly string[],
  extendsOf: (name: string) => readonly string[],
): readonly string[] {
  const order: string[] = [];
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    extendsOf(name).toReversed().forEach(visit);
    order.push(name);
  };
  names.toReversed().forEach(visit);
  return order.toReversed();
}

/** Those of the files of which everything is there that they extend. */
export function extendable<File extends Extended>(files: readonly File[]): readonly File[] {
  const names = new Set(files.map(({ name }) => name));
  const left = files.filter((file) => file.extends.every((name) => names.has(name)));
  return left.length === files.length ? files : extendable(left);
}
