/** So many milliseconds one after the other are there at once: requests that run at the same time tell different ones. */
const KEPT = 16;

const times: number[] = new Array<number>(KEPT).fill(NaN);
const texts: string[] = new Array<string>(KEPT).fill("");

/** ISO 8601 in UTC with milliseconds. One answer says the same time in many places, so that the last ones are kept. */
export function isoTime(at: number): string {
  const place = at & (KEPT - 1);
  const known = texts[place];
  if (known !== undefined && times[place] === at) return known;
  const text = new Date(at).toISOString();
  times[place] = at;
  texts[place] = text;
  return text;
}
