import { expect } from "chai";
import fc from "fast-check";
import { widthOf } from "../../server/report/displayed-text.ts";
import { renderReport } from "./rendered.ts";
import type { ReportBucket } from "../../server/report/report.ts";
import { anyReport } from "./any-report.ts";
import { EMPTY, FULL, NASTY, PRESENTATION, issue } from "./sample-report.ts";

const shown = (report = FULL, presentation = PRESENTATION): string =>
  renderReport("text", report, presentation);

describe("the text report", () => {
  it("begins with what was looked at and the verdict", () => {
    expect(shown().split("\n").slice(0, 2)).to.deep.equal([
      "Verify: TESTSHOP at http://127.0.0.1:8620",
      "FAILED: 2 of 40 checks failed.",
    ]);
  });

  it("says of a report without anything in it what there is to say, and no more", () => {
    expect(shown(EMPTY)).to.equal("Verify: TESTSHOP\nPASSED: Nothing was wrong.\n");
  });

  it("tells the worst issue first, with its place, its first exchanges and its page", () => {
    const text = shown();
    expect(text).to.include(
      [
        "Issues: 2 errors, 1 warning, 1 note",
        "  error    Double charge (double-charge), 12 times",
        "           order-1 was charged twice",
        "           exchanges x-1, x-2, x-3, x-4, x-5 and 2 more",
        "           see docs/findings.md#double-charge",
        "  error    Unknown key, or: a slip (unknown-key)",
        '           unknown key "oprder"; did you mean "order"?',
        "           at scenarios/default.yaml:12:9",
      ].join("\n"),
    );
    expect(text).to.include("at schemas/requests/pay v100.json /properties/order/properties/a~1b");
  });

  it("tells issues that only stand in files on one line each, which is not broken", () => {
    const place = { file: "plan.yaml", line: 12, column: 9 };
    const message = `a text ${"that goes on ".repeat(10)}`.trim();
    const issues = [
      {
        ...issue({ ruleId: "b", message, place, ruleHelp: "docs/check.md#b" }),
        severity: "warning" as const,
      },
      issue({ ruleId: "a", message: "one\nand two", place: { file: "plan" }, ruleHelp: "docs/check.md#a" }),
    ].map((it) => ({ ...it, count: 1, exchanges: [] }));
    expect(
      shown({ ...EMPTY, issues })
        .split("\n")
        .slice(3),
    ).to.deep.equal([
      "Issues: 1 error, 1 warning",
      "plan error: one and two (a)",
      `plan.yaml:12:9 warning: ${message} (b)`,
      "see docs/check.md",
      "",
    ]);
    const [, own] = issues;
    const other = issue({ exchanges: ["x-1"] });
    expect(shown({ ...EMPTY, issues: [...issues, other] })).to.include(
      `           ${own?.message.replace("\n", " ")}`,
    );
  });

  it("names the cases that failed or were skipped, and counts those that passed", () => {
    const text = shown();
    expect(text).to.include("Cases: 1 passed, 1 skipped, 1 failed");
    expect(text).to.include("  failed   Money: order-2 is captured once\n           captured twice\n");
    expect(text).not.to.include("order-1 is captured once");
  });

  it("aligns tables, numbers to the right, and the numbers of a chart with them", () => {
    const text = shown({ ...EMPTY, tables: FULL.tables.slice(1), series: FULL.series });
    expect(text).to.include(
      [
        "Outcomes over time",
        "  from (UTC)           APPROVED  DECLINED  <fault>",
        "  -------------------  --------  --------  -------",
        "  2030-01-15 10:20:00        12         3        0",
        "  2030-01-15 10:21:00         5         0        2",
        "",
        "Empty",
        "  nothing",
      ].join("\n"),
    );
  });

  it("tells outcomes over time in a few lines, and nothing of times in which nothing came", () => {
    const buckets = Array.from({ length: 36 }, (_, index) => {
      const at = `2030-01-15T10:20:${String(index).padStart(2, "0")}.000Z`;
      return { at, counts: index % 12 === 1 ? { APPROVED: 2 } : {} };
    });
    const lines = (report = buckets): readonly string[] =>
      shown({ ...EMPTY, series: [{ title: "Over time", endings: {}, buckets: report }] })
        .split("\n")
        .filter((line) => line.startsWith("  2030"));
    // Two buckets a line.
    expect(lines()).to.deep.equal(["00", "12", "24"].map((at) => `  2030-01-15 10:20:${at}         2`));
    const busy = buckets.map(({ at }) => ({ at, counts: { APPROVED: 1 } }));
    expect(lines(busy)).to.have.length(18);
  });

  it("counts outcomes by any word, those that every object knows among them", () => {
    const at = "2030-01-15T10:20:00.000Z";
    const buckets: readonly ReportBucket[] = [
      { at, counts: { toString: 3 } },
      { at, counts: { constructor: 1 } },
    ];
    const text = shown({ ...EMPTY, series: [{ title: "Odd", endings: {}, buckets }] });
    expect(text).to.match(/10:20:00 +3 +0\n.*10:20:00 +0 +1\n/);
  });

  it("makes a list of a table that has more columns than the terminal has room for", () => {
    const columns = Array.from({ length: 20 }, (_, index) => `column-${index}`);
    const text = shown({ ...EMPTY, tables: [{ title: "Wide", columns, rows: [columns] }] });
    expect(text).to.include("  column-0: column-0\n  column-1: column-1\n");
  });

  it("colours nothing unless it is asked to, and then the words of verdict and severity", () => {
    expect(shown()).not.to.include("\u001B");
    const coloured = shown({ ...EMPTY, issues: [issue()] }, { ...PRESENTATION, isColoured: true });
    expect(coloured).to.include("\u001B[32mPASSED: Nothing was wrong.\u001B[0m");
    expect(coloured).to.include("\u001B[31merror    \u001B[0mDouble charge");
  });

  it("lets no text steer the terminal", () => {
    const text = shown({ ...EMPTY, title: NASTY, subject: "\u202Ereversed", summary: "one\r\ntwo" });
    expect(text).not.to.match(/[^\P{Cc}\n]|[\p{Cf}\p{Cs}]/u);
    expect(text).to.include("PASSED: one two");
  });

  it("stays within the terminal whatever it has to say", () => {
    fc.assert(
      fc.property(anyReport, fc.integer({ min: 40, max: 160 }), (report, width) => {
        const lines = shown(report, { ...PRESENTATION, width }).split("\n");
        expect(lines.filter((line) => widthOf(line) > width)).to.deep.equal([]);
      }),
    );
  });
});
