import { isThere } from "./found.ts";
import type { Found } from "./found.ts";
import type { Group } from "./shape.ts";

const STREET_MAX = 100;

/** Interface section 2.5: street2 comes back empty, and both lines in street, cut at its maximum length. */
export function joinStreet({ byName }: Group, found: Found): void {
  const [first, second] = [byName.get("street"), byName.get("street2")];
  if (first === undefined || second === undefined || !found.some(isThere)) return;
  const [street, street2] = [found[first.rank], found[second.rank]];
  const line = isText(street) && isText(street2) ? `${street}, ${street2}` : (street ?? street2);
  if (isText(line)) found[first.rank] = cut(line, STREET_MAX);
  found[second.rank] = "";
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Cut between characters, never within a pair of surrogates. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : Array.from(text).slice(0, length).join("");
}
