import { isoTime, msOfTime } from "../../domain/time.ts";
import { TIME_MAX } from "../../gateway/time/clocks.ts";
import type { ClockChange, ClockReading } from "../../gateway/time/clocks.ts";
import { duration, MERCHANT, NO_MERCHANT, text, time } from "./kernel/endpoint.ts";
import type { Given, Judged, Resource } from "./kernel/endpoint.ts";
import { endpoint } from "./kernel/kernel.ts";
import { msOfDuration } from "./kernel/judge.ts";
import { Problem } from "./kernel/problem.ts";

const CLOCK_CHANGE = {
  oneOf: [
    {
      type: "object",
      description: "Resets it to the sandbox's own clock.",
      additionalProperties: false,
      required: ["mode"],
      properties: { mode: { ...text, const: "real" } },
    },
    {
      type: "object",
      description: "Stops it.",
      additionalProperties: false,
      required: ["mode", "at"],
      properties: {
        mode: { ...text, const: "frozen" },
        at: { ...time, description: "A time with a time zone, from 1970 to 9999." },
      },
    },
    {
      type: "object",
      description: "Moves it forward.",
      additionalProperties: false,
      required: ["advance"],
      properties: {
        advance: {
          ...duration,
          examples: ["P8D"],
          description: "A duration of weeks, days, hours, minutes and seconds (ISO 8601).",
        },
      },
    },
  ],
} as const;

const CLOCK = {
  type: "object",
  required: ["merchant", "mode", "now"],
  properties: {
    merchant: text,
    mode: { ...text, enum: ["real", "frozen"] },
    now: time,
    aheadMs: { type: "integer", description: "How far a running clock is ahead of the sandbox's own." },
  },
} as const;

export type ClockSetting = Given<typeof CLOCK_CHANGE>;
export type ClockView = Judged<typeof CLOCK>;

const WRONG = {
  title: "Invalid clock",
  detail:
    'Send {"mode":"real"}, {"mode":"frozen","at":"2030-01-01T00:00:00Z"} or {"advance":"P8D"}: ' +
    "with a time that has a time zone, and a duration of weeks, days, hours, minutes and seconds (ISO 8601).",
};

/** Shows and moves the clock of a merchant, so that a test need not wait for what expires. */
export const clock: Resource = {
  schemas: { Clock: CLOCK },
  endpoints: [
    endpoint({
      method: "get",
      path: `${MERCHANT}/clock`,
      tag: "Merchants",
      summary: "Returns the merchant's clock",
      answers: { 200: "Clock" },
      problems: { 404: NO_MERCHANT },
      handle:
        ({ clocks }) =>
        async ({ merchant: { id } }) =>
          shown(id, await clocks.read(id)),
    }),
    endpoint({
      method: "put",
      path: `${MERCHANT}/clock`,
      tag: "Merchants",
      summary: "Moves, stops or resets the merchant's clock",
      body: { name: "ClockChange", schema: CLOCK_CHANGE, wrong: WRONG },
      answers: { 200: "Clock" },
      problems: {
        400: "The body has none of the three forms, or the time is not between 1970 and 9999.",
        404: NO_MERCHANT,
      },
      handle:
        ({ clocks }) =>
        async ({ merchant: { id }, body }) => {
          const reading = await clocks.set(id, changeIn(body));
          if (reading === undefined) throw new Problem(400, WRONG.title, "Clocks go from 1970 to 9999.");
          return shown(id, reading);
        },
    }),
  ],
};

function changeIn(setting: ClockSetting): ClockChange {
  if ("advance" in setting) return { advanceMs: msOfDuration(setting.advance) ?? 0 };
  if (setting.mode === "real") return { mode: "real" };
  const at = msOfTime(setting.at) ?? -1;
  if (at < 0 || at > TIME_MAX) throw new Problem(400, WRONG.title, WRONG.detail);
  return { mode: "frozen", at };
}

function shown(merchant: string, { setting, now }: ClockReading): ClockView {
  const { mode } = setting;
  const ahead = mode === "real" ? { aheadMs: setting.offsetMs } : {};
  return { merchant, mode, now: isoTime(now), ...ahead };
}
