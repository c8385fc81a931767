import type { Json } from "../../../server/domain/json.ts";
import { SECRETS } from "./marks.ts";

/** The number as people write it. */
export const WRITTEN: Readonly<Record<string, (number: string) => string>> = {
  "in one run": (number) => number,
  "in groups": (number) => (number.match(/\d{1,4}/g) ?? []).join(" "),
  "in groups with dashes": (number) => (number.match(/\d{1,4}/g) ?? []).join("-"),
  "in groups with dots": (number) => (number.match(/\d{1,4}/g) ?? []).join(". "),
  "between words": (number) => `card ${number}, please`,
  "behind letters": (number) => `card:${number}x`,
  "in a URL": (number) => `https://shop.example/back?card=${number}&order=1`,
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
