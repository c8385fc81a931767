import { breaks, cycle, type Break, type Limit } from "./limit.ts";

// Texts and the character classes of interface section 2.1.

const NOT_TEXT = breaks(["type"], 7, null, {}, ["x"]);

/** What a class of characters holds (cycled to the length needed) and characters that it does not hold. */
interface Characters {
  readonly name: string;
  readonly sample: string;
  readonly foreign: string;
}

export function characters(kind: Characters): (min: number, max: number) => Limit {
  return (min, max) => ({
    name: `${kind.name} ${min}-${max}`,
    taken: [cycle(kind.sample, max), cycle(kind.sample, min)],
    refused: [
      ...breaks(["length"], cycle(kind.sample, max + 1)),
      ...breaks(["length", "format"], cycle(kind.sample, min - 1)),
      ...breaks(["format"], ...Array.from(kind.foreign, (one) => cycle(kind.sample, min - 1) + one)),
      ...NOT_TEXT,
    ],
  });
}

export const digits = characters({ name: "Digits", sample: "1234567890", foreign: "a -٣" });
export const alphanumeric = characters({ name: "Alphanumeric", sample: "a1Z9", foreign: " -é" });
export const postcode = characters({ name: "Alphanumeric + ' ' '-'", sample: "A1-2 b", foreign: "_.é" });
export const alphanumericSpace = characters({ name: "Alphanumeric + ' '", sample: "A1 b", foreign: "-.é" });
export const alpha = characters({ name: "Alpha", sample: "aZ", foreign: "1 -é" });
export const hex = characters({ name: "Hex", sample: "09afAF", foreign: "gG -" });
export const asciiText = characters({ name: "ASCII Text", sample: "A~1 z", foreign: "é€" });
export const threeLetters = characters({ name: "3 letters", sample: "AUD", foreign: "aÉ1 " })(3, 3);

/** Punctuation as the version 100 table lists it for the travel agent's name. */
export const agentName = characters({
  name: "Alphanumeric + . , - ' & / \\ ( )",
  sample: "A1 .,-'&/\\()",
  foreign: "_;é",
})(1, 30);

/** Any characters; the length counts characters, not UTF-16 units. */
export function text(min: number, max: number): Limit {
  return {
    name: `String ${min}-${max}`,
    taken: [cycle("xY 1-", max), cycle("x", min), "é".repeat(max), "😀".repeat(max)],
    refused: [...breaks(["length"], cycle("x", max + 1), cycle("x", min - 1)), ...NOT_TEXT],
  };
}

/** A String for which the specification gives no length. */
export const anyText: Limit = { name: "String", taken: ["X123"], refused: [...NOT_TEXT] };

/** Track data: ISO 7811-2 characters (interface section 2.10). */
export function track(min: number, max: number): Limit {
  return {
    name: `Track data ${min}-${max}`,
    taken: [cycle("1234567890", max), cycle("1", min)],
    refused: [
      ...breaks(["length"], cycle("1", max + 1)),
      ...breaks(["length", "format"], "1"),
      // ISO 7811-2 has capitals and ASCII only.
      ...breaks(["format"], "12a", "12é", "12~"),
      ...NOT_TEXT,
    ],
  };
}

export function base64(lengths: readonly number[]): Limit {
  const of = (length: number): string => cycle("Ab9+/zQ0", length);
  const wrong = lengths.flatMap((length) => [of(length - 1), of(length + 1)]);
  const badCharacter = `${of(Math.max(...lengths) - 1)}*`;
  return {
    name: `Base64 ${lengths.join(" or ")}`,
    taken: [`${of(lengths[0] ?? 28).slice(0, -1)}=`, ...lengths.map(of)],
    refused: [
      ...breaks(["length", "format"], "", ...wrong),
      ...breaks(["format"], badCharacter),
      ...NOT_TEXT,
    ],
  };
}

/** Base64 of any length up to a maximum; broken groups of four are not asked, the specification is silent. */
export function base64UpTo(max: number): Limit {
  return {
    name: `Base64 1-${max}`,
    taken: [cycle("Ab9+", max), "Ab9+"],
    refused: [
      ...breaks(["length", "format"], cycle("Ab9+", max + 4), ""),
      ...breaks(["format"], "Ab*+"),
      ...NOT_TEXT,
    ],
  };
}

/** A text that is judged as a whole: by a format, not by its characters. */
export function formatted(
  name: string,
  taken: readonly [string, ...string[]],
  bad: readonly string[],
): Limit {
  const refused: Break[] = [...breaks(["format", "length", "range"], ...bad), ...NOT_TEXT];
  return { name, taken, refused };
}

export function oneOf(...members: readonly [string, ...string[]]): Limit {
  return enumeration(members, []);
}

export function enumeration(sure: readonly [string, ...string[]], maybe: readonly string[] | "any"): Limit {
  return {
    name: "Enumeration",
    taken: sure,
    refused: [
      ...breaks(["enumeration"], "NOT_A_MEMBER", "", sure[0].toLowerCase(), ` ${sure[0]}`),
      ...NOT_TEXT,
    ],
    members: { sure, maybe },
  };
}

export function fixed(value: string): Limit {
  return {
    name: `fixed ${value}`,
    taken: [value],
    refused: [...breaks(["fixed"], "NOT_IT", value.toLowerCase()), ...breaks(["type", "fixed"], 7, null)],
  };
}
