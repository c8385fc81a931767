import { expect } from "chai";
import fc from "fast-check";
import { renderReport } from "./rendered.ts";
import type { Report } from "../../server/report/report.ts";
import { anyReport } from "./any-report.ts";
import { EMPTY, FULL, PRESENTATION, entry, issue } from "./sample-report.ts";

const linesOf = (report: Report): readonly string[] =>
  renderReport("github", report, PRESENTATION).split("\n");

describe("the report for GitHub", () => {
  it("annotates the line of the file, with everything escaped that would end a value", () => {
    expect(linesOf(FULL)).to.include(
      "::error file=scenarios/default.yaml,line=12,col=9,title=Unknown key%2C or%3A a slip (unknown-key)" +
        '::unknown key "oprder";%0Adid you mean "order"?%0Asee docs/findings.md#double-charge',
    );
  });

  it("annotates by severity, the worst first, and ends with the summary", () => {
    const lines = linesOf(FULL);
    const commands = lines.map((line) => /^::(\w+)/.exec(line)?.[1]).filter((word) => word !== undefined);
    expect(commands).to.deep.equal(["error", "error", "warning", "notice"]);
    expect(lines.slice(-3)).to.deep.equal(["", "failed: 2 of 40 checks failed.", ""]);
  });

  it("says % itself so that it is not taken for an escape", () => {
    const report = { ...EMPTY, issues: [issue({ message: "50%\r\n::error::no", ruleHelp: undefined })] };
    expect(linesOf(report)[0]).to.equal(
      "::error title=Double charge (double-charge)::50%25%0D%0A::error::no",
    );
  });

  it("annotates the failed cases when no issue tells of an error", () => {
    const cases = [entry(), entry({ name: "a, b", outcome: "failed", message: "why" })];
    expect(linesOf({ ...EMPTY, verdict: "failed", cases })[0]).to.equal("::error title=Money%3A a%2C b::why");
    expect(linesOf({ ...EMPTY, verdict: "failed" })[0]).to.equal(
      "::error title=Verify%3A verdict::Nothing was wrong.",
    );
  });

  it("has one line for each annotation whatever it has to say, so that no text becomes a command", () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const errors = report.issues.filter(({ severity }) => severity === "error").length;
        const failed = report.cases.filter(({ outcome }) => outcome === "failed").length;
        const commands = linesOf(report).filter((line) => line.trim().startsWith("::"));
        const fallback = report.verdict === "failed" && failed === 0 ? 1 : failed;
        expect(commands).to.have.length(report.issues.length + (errors > 0 ? 0 : fallback));
        expect(linesOf(report)).to.have.length(commands.length + 3);
      }),
    );
  });
});
