const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A time in milliseconds since 1970 as ISO 8601 in UTC: 2030-01-15T10:20:30.400Z. Such texts compare as times do. */
export function isoTime(ms: number): string {
  const second = Math.floor(ms / 1_000);
  if (second !== last.second) last = { second, text: new Date(second * 1_000).toISOString().slice(0, -4) };
  return last.text + (THOUSANDTHS[Math.trunc(ms - second * 1_000)] ?? "");
}

/** The second that was written last, up to its point: payments of the same second tell its times again and again. */
let last = { second: NaN, text: "" };

/** What follows the point. */
const THOUSANDTHS = Array.from({ length: 1_000 }, (_, ms) => `${String(ms).padStart(3, "0")}Z`);

/** The day of a time, in UTC: 2030-01-15. */
export function isoDate(ms: number): string {
  return isoTime(ms).slice(0, 10);
}

/** A time with its zone (ISO 8601), without which it would mean another one elsewhere. */
const ZONED_TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

/** Whether the text is written as a time with its zone; it may name a day that no calendar has. */
export function isTimeText(text: string): boolean {
  return ZONED_TIME.test(text);
}

/** Milliseconds since 1970 of a time with its zone; undefined when the text is none. */
export function msOfTime(text: string): number | undefined {
  const day = ZONED_TIME.exec(text)?.[1] ?? "";
  const [midnight, time] = [Date.parse(day), Date.parse(text)];
  // JavaScript takes the 30th of February for a day of March.
  const isDay = !Number.isNaN(midnight) && isoDate(midnight) === day;
  return isDay && !Number.isNaN(time) ? time : undefined;
}

export function hoursAfter(ms: number, hours: number): number {
  return ms + hours * HOUR_MS;
}

export function daysAfter(ms: number, days: number): number {
  return ms + days * DAY_MS;
}

/** Of a time in a query, where a plus sign that is not escaped arrives as a space. */
export function msOfAskedTime(value: string): number | undefined {
  return msOfTime(value.replace(" ", "+"));
}
