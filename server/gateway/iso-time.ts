let last = { at: 0, text: "1970-01-01T00:00:00.000Z" };

/** ISO 8601 in UTC with milliseconds. One answer says the same time in many places, so that the last one is kept. */
export function isoTime(at: number): string {
  if (at !== last.at) last = { at, text: new Date(at).toISOString() };
  return last.text;
}
