import type { ConditionCase } from "./conditions-cases.ts";

/** 15 June 2026 is a Monday. */
export const CLOCK_CASES: readonly ConditionCase[] = [
  {
    when: '{ clock: { from: "13:00", to: "17:30" } }',
    holds: [{ time: "2026-06-15T13:00:00Z" }, { time: "2026-06-14T17:29:59.999Z" }],
    fails: [
      [
        { time: "2026-06-15T12:59:59.999Z" },
        "clock: expected from 13:00 to 17:30, got 2026-06-15T12:59:59.999Z (MON)",
      ],
      [
        { time: "2026-06-15T17:30:00Z" },
        "clock: expected from 13:00 to 17:30, got 2026-06-15T17:30:00.000Z (MON)",
      ],
    ],
  },
  {
    when: "{ clock: { from: 22:00, to: 06:00, days: [FRI, SAT] } }",
    holds: [
      { time: "2026-06-19T22:00:00Z" },
      { time: "2026-06-20T05:59:00Z" },
      { time: "2026-06-21T00:00:00Z" },
      { time: "2026-06-21T05:59:00Z" },
    ],
    fails: [
      [
        { time: "2026-06-19T05:59:00Z" },
        "clock: expected from 22:00 to 06:00 on FRI or SAT, got 2026-06-19T05:59:00.000Z (FRI)",
      ],
      [
        { time: "2026-06-20T06:00:00Z" },
        "clock: expected from 22:00 to 06:00 on FRI or SAT, got 2026-06-20T06:00:00.000Z (SAT)",
      ],
      [
        { time: "2026-06-21T22:00:00Z" },
        "clock: expected from 22:00 to 06:00 on FRI or SAT, got 2026-06-21T22:00:00.000Z (SUN)",
      ],
    ],
  },
  {
    when: "{ clock: { from: 18:00 } }",
    holds: [{ time: "2026-06-15T18:00:00Z" }, { time: "2026-06-15T23:59:59Z" }],
    fails: [
      [{ time: "2026-06-15T00:00:00Z" }, "clock: expected from 18:00, got 2026-06-15T00:00:00.000Z (MON)"],
    ],
  },
  {
    when: "{ clock: { to: 06:00 } }",
    holds: [{ time: "2026-06-15T00:00:00Z" }, { time: "2026-06-15T05:59:59Z" }],
    fails: [
      [{ time: "2026-06-15T06:00:00Z" }, "clock: expected to 06:00, got 2026-06-15T06:00:00.000Z (MON)"],
    ],
  },
  {
    when: "{ clock: { from: 22:00, to: 00:00, days: SUN } }",
    holds: [{ time: "2026-06-14T23:59:00Z" }],
    fails: [
      [
        { time: "2026-06-15T00:00:00Z" },
        "clock: expected from 22:00 to 00:00 on SUN, got 2026-06-15T00:00:00.000Z (MON)",
      ],
    ],
  },
  {
    when: "{ clock: { days: [MON, TUE, WED, THU, FRI] } }",
    holds: [{ time: "2026-06-15T00:00:00Z" }, { time: "2026-06-19T23:59:59Z" }],
    fails: [
      [
        { time: "2026-06-20T00:00:00Z" },
        "clock: expected on MON or TUE or WED or 2 more, got 2026-06-20T00:00:00.000Z (SAT)",
      ],
    ],
  },
  {
    when: "{ clock: { after: 2026-06-15T10:00:00Z, before: 2026-06-16T10:00:00.500Z } }",
    holds: [{ time: "2026-06-15T10:00:00Z" }, { time: "2026-06-16T10:00:00.499Z" }],
    fails: [
      [
        { time: "2026-06-15T09:59:59.999Z" },
        "clock: expected after 2026-06-15T10:00:00Z before 2026-06-16T10:00:00.500Z, got 2026-06-15T09:59:59.999Z (MON)",
      ],
      [
        { time: "2026-06-16T10:00:00.500Z" },
        "clock: expected after 2026-06-15T10:00:00Z before 2026-06-16T10:00:00.500Z, got 2026-06-16T10:00:00.500Z (TUE)",
      ],
    ],
  },
  {
    when: "{ clock: { before: 1970-01-01T00:00:00Z, days: WED } }",
    holds: [{ time: "1969-12-31T23:59:59Z" }],
    fails: [
      [
        { time: "1970-01-07T00:00:00Z" },
        "clock: expected on WED before 1970-01-01T00:00:00Z, got 1970-01-07T00:00:00.000Z (WED)",
      ],
    ],
  },
];
