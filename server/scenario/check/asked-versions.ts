import { isObject } from "../../domain/json.ts";
import type { Span } from "./reach.ts";

/** A version of the span that a condition asks for, as a file writes it; undefined when there is none. */
export function versionIn({ first, last }: Span, wanted: unknown): number | undefined {
  if (wanted === undefined) return first;
  if (isObject(wanted)) {
    const { min, max } = wanted;
    const version = Math.max(first, typeof min === "number" ? min : first);
    return version <= Math.min(last, typeof max === "number" ? max : last) ? version : undefined;
  }
  const versions: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  return versions.find(
    (version): version is number => typeof version === "number" && version >= first && version <= last,
  );
}

export function isAskedIn(span: Span, wanted: unknown): boolean {
  return versionIn(span, wanted) !== undefined;
}
