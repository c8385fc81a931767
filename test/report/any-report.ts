import { ENDINGS } from "../../server/domain/record/exchange-row.ts";
import fc from "fast-check";
import type { Report } from "../../server/report/report.ts";

const text = fc.string({ unit: "binary", maxLength: 60 });
const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined });

const place = fc.record({
  file: fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }),
  line: optional(fc.nat(9_999)),
  column: optional(fc.nat(200)),
  pointer: optional(text.map((it) => `/${it}`)),
});

const issue = fc.record({
  ruleId: text,
  ruleTitle: text,
  ruleHelp: optional(fc.constant("docs/findings.md#rule")),
  severity: fc.constantFrom("error" as const, "warning" as const, "note" as const),
  message: text,
  place: optional(place),
  count: fc.nat(999),
  exchanges: fc.array(fc.uuid(), { maxLength: 7 }),
});

const entry = fc.record({
  group: text,
  name: text,
  outcome: fc.constantFrom("passed" as const, "failed" as const, "skipped" as const),
  message: optional(text),
  exchanges: optional(fc.array(fc.uuid(), { maxLength: 7 })),
  durationMs: optional(fc.nat(99_999)),
});

const table = fc.array(text, { minLength: 1, maxLength: 8 }).chain((columns) =>
  fc.record({
    title: text,
    columns: fc.constant(columns),
    rows: fc.array(
      fc.array(fc.oneof(text, fc.nat()), { minLength: columns.length, maxLength: columns.length }),
      { maxLength: 5 },
    ),
  }),
);

const at = fc
  .date({ noInvalidDate: true, min: new Date("2026-01-01"), max: new Date("2031-01-01") })
  .map((date) => date.toISOString());

const series = fc.record({
  title: text,
  endings: fc.dictionary(text, fc.constantFrom(...ENDINGS), { maxKeys: 12 }),
  buckets: fc.array(fc.record({ at, counts: fc.dictionary(text, fc.nat(5_000), { maxKeys: 12 }) }), {
    maxLength: 200,
  }),
});

/** Whatever a command may have found, with texts of any characters at all. */
export const anyReport: fc.Arbitrary<Report> = fc.record({
  title: text,
  subject: text,
  summary: text,
  verdict: fc.constantFrom("passed" as const, "failed" as const),
  at: optional(at),
  issues: fc.array(issue, { maxLength: 5 }),
  cases: fc.array(entry, { maxLength: 5 }),
  tables: fc.array(table, { maxLength: 2 }),
  series: fc.array(series, { maxLength: 1 }),
});
