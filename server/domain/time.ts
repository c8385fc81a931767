const DAY_MS = 86_400_000;

/** From 1970 to the end of the 400 years that the calendar repeats itself in, counted from a first of March. */
const DAYS_TO_1970 = 719_468;
const DAYS_OF_ERA = 146_097;

/** A time in milliseconds since 1970 as ISO 8601 in UTC: 2030-01-15T10:20:30.400Z. Pure, as the domain has no Date. */
export function isoTime(ms: number): string {
  const inDay = ms - Math.floor(ms / DAY_MS) * DAY_MS;
  const [hours, minutes] = [Math.floor(inDay / 3_600_000), Math.floor(inDay / 60_000) % 60];
  const [seconds, rest] = [Math.floor(inDay / 1000) % 60, inDay % 1000];
  return `${isoDate(ms)}T${digits(hours, 2)}:${digits(minutes, 2)}:${digits(seconds, 2)}.${digits(rest, 3)}Z`;
}

/** The day of a time, in UTC: 2030-01-15. Such texts compare as the days do. */
export function isoDate(ms: number): string {
  const days = Math.floor(ms / DAY_MS) + DAYS_TO_1970;
  const era = Math.floor(days / DAYS_OF_ERA);
  const ofEra = days - era * DAYS_OF_ERA;
  const leaps = Math.floor(ofEra / 1_460) - Math.floor(ofEra / 36_524) + Math.floor(ofEra / 146_096);
  const year = Math.floor((ofEra - leaps) / 365);
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  // Counted from March, so that the leap day is the last of its year and all months follow one formula.
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const day = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return `${digits(year + era * 400 + (month <= 2 ? 1 : 0), 4)}-${digits(month, 2)}-${digits(day, 2)}`;
}

export function hoursAfter(ms: number, hours: number): number {
  return ms + hours * 3_600_000;
}

export function daysAfter(ms: number, days: number): number {
  return ms + days * DAY_MS;
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, "0");
}
