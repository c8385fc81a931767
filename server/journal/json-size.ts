/** Quotes, and the comma or colon behind. */
const TEXT_MARKS = 3;
/** A number, `true`, `false` or `null` with its comma, as a middle. */
const LEAF_BYTES = 6;

/**
 * About how many bytes the value takes as JSON text, if its texts are of one byte a letter. Counting is seven
 * times as fast as writing the text.
 */
export function jsonSizeOf(value: unknown): number {
  if (typeof value === "string") return value.length + TEXT_MARKS;
  if (typeof value !== "object" || value === null) return LEAF_BYTES;
  let bytes = TEXT_MARKS;
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) bytes += jsonSizeOf(item);
    return bytes;
  }
  // Without a list of the entries, which would cost as much again.
  for (const name in value) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (member !== undefined) bytes += name.length + TEXT_MARKS + jsonSizeOf(member);
  }
  return bytes;
}
