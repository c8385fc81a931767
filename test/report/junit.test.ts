import { expect } from "chai";
import fc from "fast-check";
import { parse } from "junit2json";
import type { TestSuites } from "junit2json";
import { SaxesParser } from "saxes";
import { renderReport } from "./rendered.ts";
import type { Report } from "../../server/report/report.ts";
import { anyReport } from "./any-report.ts";
import { EMPTY, FULL, PRESENTATION, entry, exchange, issue } from "./sample-report.ts";

const shown = (report: Report): string => renderReport("junit", report, PRESENTATION);

/** The parser reads more of the root than its types say. */
type Root = TestSuites & { readonly skipped?: number };

async function read(report: Report): Promise<Root> {
  const parsed = await parse(shown(report));
  if (parsed === undefined || parsed === null || !("testsuite" in parsed)) throw new Error("no testsuites");
  return parsed;
}

/** Throws at the first thing that XML 1.0 does not allow. */
function expectWellFormed(xml: string): void {
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(xml).close();
}

describe("the JUnit report", () => {
  it("has a suite for each group and counts that agree with it", async () => {
    const { name, tests, failures, errors, skipped, time, testsuite } = await read(FULL);
    expect({ name, tests, failures, errors, skipped, time }).to.deep.equal({
      name: "Verify",
      tests: 3,
      failures: 1,
      errors: 0,
      skipped: 1,
      time: 1.234,
    });
    const suites = testsuite?.map((suite) => [suite.name, suite.tests, suite.failures, suite.skipped]);
    expect(suites).to.deep.equal([
      ["Money", 2, 1, 0],
      ["Conduct", 1, 0, 1],
    ]);
    expect(testsuite?.[0]?.timestamp).to.equal("2030-01-15T10:20:30");
  });

  it("holds the evidence of a failed case: why, the masked request and the answer", async () => {
    const cases = [entry({ outcome: "failed", message: "charged twice", exchanges: ["x-1", "x-9"] })];
    const { testsuite } = await read({ ...EMPTY, cases, exchanges: [exchange()] });
    const text = testsuite?.[0]?.testcase?.[0]?.failure?.[0]?.inner ?? "";
    expect(text).to.match(/^charged twice\nexchanges x-1, x-9\n--- exchange x-1, 2030-01-15T10:20:30.400Z\n/);
    expect(text).to.include("\nAnswer: 201 SUCCESS.\nRequest, masked: {").and.include("512345xxxxxx0008");
    expect(text).to.not.include("exchange x-9");
  });

  it("says of each case what became of it and why", async () => {
    const { testsuite } = await read(FULL);
    const [passed, failed] = testsuite?.[0]?.testcase ?? [];
    const [skipped] = testsuite?.[1]?.testcase ?? [];
    expect(passed).to.deep.include({ classname: "Money", name: "order-1 is captured once", time: 1.234 });
    expect(passed).not.to.have.any.keys("failure", "skipped");
    expect(failed?.failure?.[0]).to.deep.include({ message: "captured twice", type: "Money" });
    expect(failed?.failure?.[0]?.inner).to.match(
      /^captured twice\n<script>alert\("1"\)<\/script> a\|b & 'c'/,
    );
    expect(skipped?.skipped?.[0]?.message).to.equal("no lost answer in the traffic");
  });

  it("has a time where one is known, and no attribute where none is", async () => {
    const { testsuite, time } = await read({ ...EMPTY, cases: [entry({ durationMs: 12 }), entry()] });
    expect(time).to.equal(0.012);
    expect(testsuite?.[0]?.time).to.equal(0.012);
    expect(testsuite?.[0]?.testcase?.map((it) => "time" in it)).to.deep.equal([true, false]);
    expect(shown({ ...EMPTY, cases: [entry()] })).not.to.match(/ time="/);
  });

  it("names the exchanges by which a case failed", async () => {
    const exchanges = ["x-1", "x-2"];
    const failed = entry({ outcome: "failed", message: "captured twice", exchanges });
    const { testsuite } = await read({ ...EMPTY, verdict: "failed", cases: [failed] });
    expect(testsuite?.[0]?.testcase?.[0]?.failure?.[0]?.inner).to.equal("captured twice\nexchanges x-1, x-2");
  });

  const failures: readonly (readonly [why: string, report: Report, names: readonly string[]])[] = [
    [
      "makes failed cases of errors when there are no cases",
      { ...EMPTY, verdict: "failed", issues: FULL.issues },
      [
        "order-1 was charged twice",
        'unknown key "oprder";\ndid you mean "order"? (scenarios/default.yaml:12:9)',
      ],
    ],
    [
      "makes failed cases of errors when no case tells of a failure",
      { ...EMPTY, verdict: "failed", issues: [issue()], cases: [entry()] },
      ["order-1 was charged twice"],
    ],
    [
      "shows an issue once when a case failed by it",
      { ...EMPTY, verdict: "failed", issues: [issue()], cases: [entry({ outcome: "failed" })] },
      ["order-1 is captured once"],
    ],
    [
      "fails by the verdict when nothing else tells of a failure",
      { ...EMPTY, verdict: "failed", cases: [entry()], issues: [issue({ severity: "warning" })] },
      ["verdict"],
    ],
    ["fails nothing that passed", { ...EMPTY, cases: [entry()] }, []],
  ];
  for (const [why, report, names] of failures) {
    it(why, async () => {
      const cases = (await read(report)).testsuite?.flatMap(({ testcase }) => testcase ?? []) ?? [];
      expect(cases.filter(({ failure }) => failure).map(({ name }) => name)).to.deep.equal(names);
    });
  }

  it("has one case when nothing was checked, as servers take an empty report for a broken one", async () => {
    const { tests, testsuite } = await read(EMPTY);
    expect(tests).to.equal(1);
    expect(testsuite?.[0]?.testcase?.[0]).to.deep.include({ classname: "Verify", name: "verdict" });
  });

  it("is well-formed whatever it has to say, and fails exactly when a case or the verdict does", async () => {
    await fc.assert(
      fc.asyncProperty(anyReport, async (report) => {
        expectWellFormed(shown(report));
        const parsed = await read(report);
        const isFailed = report.verdict === "failed" || report.cases.some((it) => it.outcome === "failed");
        const hasErrors = report.cases.length === 0 && report.issues.some((it) => it.severity === "error");
        expect((parsed.failures ?? 0) > 0).to.equal(isFailed || hasErrors);
      }),
    );
  });
});
