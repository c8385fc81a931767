import type { Facts } from "../../domain/record/decision.ts";
import { isObject } from "../../domain/json.ts";
import { DAY_MS, isoTime, isTimeText, msOfTime } from "../../domain/time.ts";
import { isSubset, listOf } from "../condition-kinds/condition.ts";
import type { ConditionKind, Mistake, OneOrMore, Question } from "../condition-kinds/condition.ts";
import { either } from "../condition-kinds/words.ts";

const MINUTE_MS = 60_000;

/** 1970 began on a Thursday. */
const DAYS = ["THU", "FRI", "SAT", "SUN", "MON", "TUE", "WED"] as const;
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

export const clock: ConditionKind<ClockWindow> = {
  description:
    "When the rule is active, in UTC by the merchant's clock: times of day, days of the week, or a period between two moments.",
  section: "time-windows",
  ask: isInWindow,
  isImplied: (wanted, same) => same !== undefined && isWithin(wanted, same),
  mistakes: windowMistakes,
};

function isInWindow(wanted: ClockWindow): Question {
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

/** Of all time, and then of the day and the week. */
function isWithin(wanted: ClockWindow, given: ClockWindow): boolean {
  const { after, before } = wanted;
  const isBegun =
    after === undefined || (given.after !== undefined && Date.parse(given.after) >= Date.parse(after));
  const isOver =
    before === undefined || (given.before !== undefined && Date.parse(given.before) <= Date.parse(before));
  return isBegun && isOver && isDayWithin(wanted, given);
}

/** A window that passes midnight belongs to the day it begins on, so that two are compared only when they are the same. */
function isDayWithin(wanted: ClockWindow, given: ClockWindow): boolean {
  const [outer, inner] = [hoursOf(wanted), hoursOf(given)];
  const isPlain = outer.from < outer.to && inner.from < inner.to;
  const areHoursWithin = isPlain && inner.from >= outer.from && inner.to <= outer.to;
  const areHoursSame = inner.from === outer.from && inner.to === outer.to;
  if (!areHoursWithin && !areHoursSame) return false;
  if (wanted.days === undefined) return true;
  return given.days !== undefined && isSubset(listOf(given.days), listOf(wanted.days));
}

/** Times of the day are of two digits each, and compare as texts do. */
function hoursOf({ from = "00:00", to = "24:00" }: ClockWindow): Required<Pick<ClockWindow, "from" | "to">> {
  return { from, to };
}

/** Windows that are never open, and days that no calendar has. */
function windowMistakes(written: unknown): readonly Mistake[] {
  if (!isObject(written)) return [];
  const { from, to, after, before } = written;
  const [begin, end] = [msIn(after), msIn(before)];
  const isEmpty = begin !== undefined && end !== undefined && !(begin < end);
  return [
    ...(from === undefined || from !== to
      ? []
      : [mistake("to", "from and to are the same: no time can match")]),
    ...noDay("after", after),
    ...noDay("before", before),
    ...(isEmpty ? [mistake("before", "before is not later than after: no time can match")] : []),
  ];
}

function msIn(value: unknown): number | undefined {
  return typeof value === "string" ? msOfTime(value) : undefined;
}

/** What is not even written as a time, the schema refuses. */
function noDay(name: string, value: unknown): readonly Mistake[] {
  const isDay = typeof value !== "string" || !isTimeText(value) || msOfTime(value) !== undefined;
  return isDay ? [] : [mistake(name, "this day does not exist")];
}

function mistake(name: string, message: string): Mistake {
  return { pointer: `/${name}`, message };
}
