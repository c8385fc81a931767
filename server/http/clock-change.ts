import { isObject } from "../domain/json.ts";
import type { Json } from "../domain/json.ts";
import { TIME_MAX } from "../gateway/clocks.ts";
import type { ClockChange } from "../gateway/clocks.ts";

/** What a body may ask of a clock, for people who sent something else. */
export const CLOCK_FORMS =
  'Send {"mode":"real"}, {"mode":"frozen","at":"2030-01-01T00:00:00Z"} or {"advance":"P8D"}: ' +
  "a time with its zone, and a duration of weeks, days, hours, minutes and seconds (ISO 8601).";

/** The change that a body asks for; undefined when it is none of the three forms. */
export function readClockChange(body: Json): ClockChange | undefined {
  if (!isObject(body)) return undefined;
  const { mode, at, advance, ...others } = body;
  if (Object.keys(others).length > 0) return undefined;
  const form = [mode, at, advance].map((value) => (value === undefined ? "-" : "x")).join("");
  if (form === "x--" && mode === "real") return { mode };
  if (form === "xx-" && mode === "frozen") return withTime(readTime(at));
  return form === "--x" ? withDuration(readDuration(advance)) : undefined;
}

function withTime(at: number | undefined): ClockChange | undefined {
  return at === undefined ? undefined : { mode: "frozen", at };
}

function withDuration(advanceMs: number | undefined): ClockChange | undefined {
  return advanceMs === undefined ? undefined : { advanceMs };
}

const TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

/** Without a zone a time would mean another one on another machine. */
function readTime(value: Json | undefined): number | undefined {
  const day = typeof value === "string" ? TIME.exec(value)?.[1] : undefined;
  if (typeof value !== "string" || day === undefined) return undefined;
  const [midnight, time] = [Date.parse(day), Date.parse(value)];
  // The engine takes the 30th of February for a day of March.
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  return isDay && time >= 0 && time <= TIME_MAX ? time : undefined;
}

const DURATION =
  /^P(?=.*\d)(?:(\d{1,6})W)?(?:(\d{1,7})D)?(?:T(?=\d)(?:(\d{1,8})H)?(?:(\d{1,9})M)?(?:(\d{1,11}(?:\.\d{1,3})?)S)?)?$/;
const UNIT_MS = [604_800_000, 86_400_000, 3_600_000, 60_000, 1_000] as const;

/** Months and years are left out, as they are not always equally long. */
export function readDuration(value: Json | undefined): number | undefined {
  const match = typeof value === "string" ? DURATION.exec(value) : null;
  if (match === null) return undefined;
  const ms = UNIT_MS.reduce(
    (sum, unit, index) => sum + Math.round(Number(match[index + 1] ?? "0") * unit),
    0,
  );
  return ms > 0 ? ms : undefined;
}
