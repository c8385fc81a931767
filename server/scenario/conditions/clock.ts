import type { Facts } from "../../domain/decision.ts";
import { isoTime } from "../../domain/time.ts";
import { listOf } from "./condition.ts";
import type { OneOrMore, Question } from "./condition.ts";
import { either } from "./telling.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** 1970 began on a Thursday. */
export const DAYS = ["THU", "FRI", "SAT", "SUN", "MON", "TUE", "WED"] as const;
type Day = (typeof DAYS)[number];

/** When a rule is in force, in UTC by the merchant's clock. Begins are included, ends are not. */
export interface ClockWindow {
  /** "HH:MM", each day; with an end before its begin it passes midnight. */
  readonly from?: string;
  readonly to?: string;
  readonly days?: OneOrMore<Day>;
  /** "2030-01-15T10:20:30Z" */
  readonly after?: string;
  readonly before?: string;
}

export function clockIs(wanted: ClockWindow): Question {
  const after = wanted.after === undefined ? -Infinity : Date.parse(wanted.after);
  const before = wanted.before === undefined ? Infinity : Date.parse(wanted.before);
  const isInDay = windowOfDay(wanted);
  return {
    holds: ({ now }) => now >= after && now < before && isInDay(now),
    wanted: windowText(wanted),
    got: ({ now }: Facts) => `${isoTime(now)} (${dayOf(now)})`,
  };
}

/** A window that passes midnight belongs to the day it begins on (assumption A191). */
function windowOfDay({ from, to, days }: ClockWindow): (now: number) => boolean {
  const [begin, end] = [minutesOf(from ?? "00:00"), minutesOf(to ?? "24:00")];
  const wantedDays = new Set<Day | undefined>(days === undefined ? DAYS : listOf(days));
  return (now) => {
    const minutes = Math.floor((now - Math.floor(now / DAY_MS) * DAY_MS) / MINUTE_MS);
    if (begin < end) return minutes >= begin && minutes < end && wantedDays.has(dayOf(now));
    return minutes >= begin
      ? wantedDays.has(dayOf(now))
      : minutes < end && wantedDays.has(dayOf(now - DAY_MS));
  };
}

function windowText({ from, to, days, after, before }: ClockWindow): string {
  return [
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(to === undefined ? [] : [`to ${to}`]),
    ...(days === undefined ? [] : [`on ${either(listOf(days))}`]),
    ...(after === undefined ? [] : [`after ${after}`]),
    ...(before === undefined ? [] : [`before ${before}`]),
  ].join(" ");
}

function dayOf(now: number): Day | undefined {
  const days = Math.floor(now / DAY_MS);
  return DAYS.at(days % DAYS.length);
}

function minutesOf(time: string): number {
  const [hours = "0", minutes = "0"] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}
