import type { Json } from "../../../server/domain/json.ts";
import { SECRETS } from "./marks.ts";

const groupsOf = (number: string): readonly string[] => number.match(/\d{1,4}/g) ?? [];

const escaped = (text: string): string =>
  Array.from(text, (character) => `%${character.charCodeAt(0).toString(16)}`).join("");

/** The number as people write it, and as it is written in URLs. */
export const WRITTEN: Readonly<Record<string, (number: string) => string>> = {
  "in one run": (number) => number,
  "in groups": (number) => groupsOf(number).join(" "),
  "in groups with dashes": (number) => groupsOf(number).join("-"),
  "in groups with dots": (number) => groupsOf(number).join(". "),
  "between words": (number) => `card ${number}, please`,
  "behind letters": (number) => `card:${number}x`,
  "in a URL": (number) => `https://shop.example/back?card=${number}&order=1`,
  "escaped here and there": (number) => `%3${number.slice(0, 1)}${groupsOf(number.slice(1)).join("%20")}`,
  "escaped throughout": escaped,
  "escaped twice": (number) => `%253${number.slice(0, 1)}${groupsOf(number.slice(1)).join("%2520")}`,
  "as a track": (number) => `%B${number}^${SECRETS.track1}^3912101${SECRETS.track2}?`,
  "as a second track": (number) => `;${number}=3912101${SECRETS.track2}?`,
};

/** What a faulty client makes of it, as the value of a member. */
export const SENT_AS: readonly ((number: string) => Json)[] = [
  ...Object.values(WRITTEN),
  // JSON has no number of more digits that would be read as it is written.
  (number) => (number.length <= 16 ? Number(number) : number),
  (number) => [number],
  (number) => ({ [number]: number }),
];
