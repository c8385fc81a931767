import { isObject } from "../../domain/json.ts";
import type { Slip } from "./slips.ts";

/** Windows that are never open, and days that no calendar has. */
export function clockSlips(clock: unknown): readonly Slip[] {
  if (!isObject(clock)) return [];
  const { from, to, after, before } = clock;
  const [begin, end] = [timeIn(after), timeIn(before)];
  return [
    ...(from === undefined || from !== to ? [] : [slip("to", "from and to are the same: no time can match")]),
    ...(begin === undefined ? [] : noDay("after", begin)),
    ...(end === undefined ? [] : noDay("before", end)),
    ...(begin === undefined || end === undefined || begin.ms < end.ms
      ? []
      : [slip("before", "before is not later than after: no time can match")]),
  ];
}

interface Time {
  readonly text: string;
  readonly ms: number;
}

/** 30 February reads as a day of March, or not at all. */
function noDay(name: string, { text, ms }: Time): readonly Slip[] {
  const day = Number.isNaN(ms) ? "" : new Date(ms).toISOString().slice(0, 10);
  return text.startsWith(day) && day !== "" ? [] : [slip(name, "no calendar has this day")];
}

function timeIn(value: unknown): Time | undefined {
  return typeof value === "string" && ISO_TIME.test(value)
    ? { text: value, ms: Date.parse(value) }
    : undefined;
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;

function slip(name: string, message: string): Slip {
  return { pointer: `/clock/${name}`, message };
}
