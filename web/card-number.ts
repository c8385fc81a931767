import { schemeOf } from "../server/domain/card/card-scheme.ts";
import type { Scheme } from "../server/domain/card/card-scheme.ts";

/** Fewer digits begin the numbers of several schemes. */
const TELLING_DIGITS = 4;
const LENGTHS = [16, 15, 14, 13, 19];

/** The scheme of a number of which this is the beginning; undefined while it may be of several, or of none. */
export function schemeOfBeginning(digits: string): Scheme | undefined {
  if (digits.length < TELLING_DIGITS) return undefined;
  return LENGTHS.map((length) => schemeOf(digits.padEnd(length, "0"))).find((scheme) => scheme !== "OTHER");
}

/** Writes the digits in groups, as on the card, and keeps the cursor behind the same digit. */
export function regroup(field: HTMLInputElement, digits: string, scheme: string | undefined): void {
  const pattern = scheme === "AMEX" ? /^(\d{1,4})(\d{1,6})?(\d{1,9})?$/ : /(\d{1,4})/g;
  const groups = scheme === "AMEX" ? (pattern.exec(digits) ?? []).slice(1) : (digits.match(pattern) ?? []);
  const text = groups.filter((group) => group).join(" ");
  if (text === field.value) return;
  const before = field.value.slice(0, field.selectionStart ?? undefined).replace(/\D/g, "").length;
  field.value = text;
  let at = 0;
  for (let seen = 0; seen < before && at < text.length; at += 1) if (/\d/.test(text[at] ?? "")) seen += 1;
  field.setSelectionRange(at, at);
}
