import { expect } from "chai";
import fc from "fast-check";
import { renderReport } from "./rendered.ts";
import type { Report } from "../../server/report/report.ts";
import { anyReport } from "./any-report.ts";
import { EMPTY, FULL, PRESENTATION, issue } from "./sample-report.ts";

const shown = (report: Report): string => renderReport("markdown", report, PRESENTATION);

/** The cells of a line of a table, split as a reader splits them: at every bar that is not escaped. */
const cellsOf = (line: string): readonly string[] =>
  line
    .slice(2, -2)
    .split(/(?<!\\)(?:\\\\)*\|/)
    .map((cell) => cell.trim());

describe("the Markdown report", () => {
  it("has the verdict, the issues with the worst first, the failed cases and the tables", () => {
    const text = shown(FULL);
    const headings = text.split("\n").filter((line) => line.startsWith("#"));
    expect(headings).to.deep.equal([
      "# Verify",
      "## Issues: 2 errors, 1 warning, 1 note",
      "## Cases: 1 passed, 1 skipped, 1 failed",
      "## Outcomes over time",
      "## Operations",
      "## Empty",
    ]);
    expect(text).to.include("**Failed.** 2 of 40 checks failed.");
    expect(text).to.include(
      "| error | Double charge (double-charge) | order-1 was charged twice |  | 12 | x-1, x-2, x-3, x-4, x-5 and 2 more |",
    );
    expect(text).to.include("| operation | requests | what |\n| --- | ---: | --- |\n| PAY | 12 | fine |");
  });

  it("shows text as text: no markup, no link, no mention, no second cell", () => {
    const message = "a|b `c` *d* [e](f) <img src=x> @team https://evil.example www.evil.example\n# g $x$";
    const row = shown({ ...EMPTY, issues: [issue({ message })] })
      .split("\n")
      .find((line) => line.startsWith("| error"));
    expect(cellsOf(row ?? "")[2]).to.equal(
      "a\\|b \\`c\\` \\*d\\* \\[e\\](f) &lt;img src=x&gt; &#64;team https&#58;//evil.example www&#46;evil.example \\# g \\$x\\$",
    );
  });

  it("ends a long table and says how much is left, as a job summary is limited", () => {
    const rows = Array.from({ length: 250 }, (_, index) => [index]);
    const text = shown({ ...EMPTY, tables: [{ title: "Long", columns: ["n"], rows }] });
    expect(text).to.include("| 199 |\n\nand 50 more\n");
  });

  it("has as many cells in a row as there are columns, whatever it has to say", () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const blocks = shown(report)
          .trimEnd()
          .split("\n\n")
          .filter((block) => block.startsWith("| "));
        for (const block of blocks) {
          const counts = block.split("\n").map((line) => cellsOf(line).length);
          expect(new Set(counts).size).to.equal(1);
        }
        expect(shown(report)).not.to.match(/<(?!!)\w/);
      }),
    );
  });
});
