import { isObject } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import { pointerTo } from "../schema/body-path.ts";

/** Masks a body: every member stays, and the values of those that hold card data are changed. */
export type Mask = (body: Json) => Json;

/** Whether the value at a JSON pointer is of a masked member, so that nothing is known of what was sent. */
export type IsMasked = (pointer: string) => boolean;

/**
 * So many digits as a mask of numbers hides, and too few to look like a card number: what changes it goes by
 * the member, and not by what the value looks like.
 */
const PROBE = "000000000";

/** Asks the mask itself which members it hides. A card number in another member's text is not one (assumption A213). */
export function maskedMembers(body: Json, mask: Mask): IsMasked {
  const probe = probed(body);
  const masked = new Set(changedPointers(probe, mask(probe)));
  return (pointer) => masked.size > 0 && isWithin(masked, pointer);
}

function probed(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(probed);
  if (!isObject(value)) return PROBE;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, member === undefined ? member : probed(member)]),
  );
}

function changedPointers(probe: Json | undefined, masked: Json | undefined, at = ""): readonly string[] {
  if (probe === masked) return [];
  const areLists = Array.isArray(probe) && Array.isArray(masked);
  if (!areLists && !(isObject(probe) && isObject(masked))) return [at];
  const twins = Object.values<Json | undefined>(masked);
  return Object.entries<Json | undefined>(probe).flatMap(([step, member], index) =>
    changedPointers(member, twins[index], at + pointerTo([step])),
  );
}

/** Whether the pointer, or one above it, is among them. */
export function isWithin(pointers: { readonly has: (pointer: string) => boolean }, pointer: string): boolean {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
    if (pointers.has(pointer.slice(0, end))) return true;
  }
  return pointers.has("");
}
