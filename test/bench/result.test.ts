import { expect } from "chai";
import { fallsOf, joined } from "../../scripts/bench/against.ts";
import { median, percentile } from "../../scripts/bench/measurement.ts";
import { contestReport, paintReport } from "../../scripts/bench/report.ts";
import { rowsOf } from "../../scripts/bench/result.ts";
import { CONTESTED, measured } from "./sample-contest.ts";

describe("the benchmark's figures", () => {
  const middles = [
    { values: [], middle: undefined },
    { values: [undefined, 3], middle: 3 },
    { values: [10, 1, 2], middle: 2 },
    { values: [10, 1, 2, 4], middle: 3 },
  ];
  for (const { values, middle } of middles) {
    it(`have ${middle ?? "nothing"} as the median of ${JSON.stringify(values)}`, () => {
      expect(median(values)).to.equal(middle);
    });
  }

  it("of a build against another have the rounds of all its processes, each with its contestant", () => {
    const again = {
      ...CONTESTED,
      rows: CONTESTED.rows.map((row) => ({ ...row, rounds: row.rounds.slice(0, 1) })),
    };
    const rows = joined([[CONTESTED], [again]]).flatMap((contest) => contest.rows);
    expect(rows.map(({ name, rounds }) => [name, rounds.map((it) => it.requestsPerSecond)])).to.deep.equal([
      ["sandbox", [100, 400, 300, 100]],
      ["reference", [500, 1000, 600, 500]],
      ["bare Node", [5000, 4000, 9000, 5000]],
    ]);
  });

  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  const percentiles = [
    { values: hundred, percent: 99, value: 99 },
    { values: hundred, percent: 50, value: 50 },
    { values: [3, 1, 2], percent: 99, value: 3 },
    { values: [7], percent: 1, value: 7 },
  ];
  for (const { values, percent, value } of percentiles) {
    it(`have ${value} as percentile ${percent} of ${values.length} values`, () => {
      expect(percentile(values, percent)).to.equal(value);
    });
  }

  it("have the median of the ratios of the rounds, not the ratio of the medians", () => {
    expect(rowsOf(CONTESTED).map(({ ratio }) => ratio)).to.deep.equal([
      { median: 0.4, least: 0.2, most: 0.5 },
      undefined,
      { median: 10, least: 4, most: 15 },
    ]);
  });

  it("have the ratio of requests by processor time too, where every round tells that time", () => {
    expect(rowsOf(CONTESTED).map(({ cpuRatio }) => cpuRatio)).to.deep.equal([
      { median: 1, least: 0.4, most: 1 },
      undefined,
      undefined,
    ]);
  });

  const falls = [
    { name: "needs less processor time", microseconds: 90, slower: false },
    { name: "needs a little more", microseconds: 105, slower: false },
    { name: "needs more than it may", microseconds: 115, slower: true },
  ];
  for (const { name, microseconds, slower } of falls) {
    it(`${slower ? "call" : "do not call"} a build slower that ${name}, whatever its rate`, () => {
      const rounds = [measured(slower ? 200 : 50, { cpuMicroseconds: microseconds })];
      const contest = {
        ...CONTESTED,
        ratioMeant: 0.92,
        rows: [
          { name: "this", rounds },
          { name: "that", rounds: [measured(100)] },
        ],
      };
      expect(fallsOf([contest])).to.deep.equal(slower ? ["PAY"] : []);
    });
  }

  it("are told in a table whose columns are as wide as what they hold", () => {
    const [title, head, ...lines] = contestReport(CONTESTED).trim().split("\n");
    expect(title).to.equal("PAY");
    expect(head).to.match(/ratio to reference +by CPU$/);
    expect(lines[0]).to.match(/^ {2}sandbox +300 .* 50 % +0\.40 \(0\.20 to 0\.50\) +1\.00$/);
    expect(lines[1]).to.match(/^ {2}reference +600 .* 50 %$/);
    expect(lines[0]?.length).to.equal(head?.length);
    expect(lines[3]).to.include("sandbox should be at least 2.50");
  });

  it("say when the driver may have been what limits them", () => {
    const busy = { ...CONTESTED, rows: [{ name: "sandbox", rounds: [measured(1, { driverBusy: 0.95 })] }] };
    expect(contestReport(busy)).to.include("The driver was busy");
    expect(contestReport(CONTESTED)).not.to.include("The driver was busy");
  });

  it("tell when the portal was there: something of it, the newest exchanges, and all of them", () => {
    const times = [90, 300, 120].map((ms) => ({ paintedMs: ms, firstRowMs: ms + 200, allRowsMs: ms + 500 }));
    expect(paintReport({ exchanges: 10_000, times }))
      .to.contain("Portal with 10,000 exchanges")
      .and.contain("something painted 120 ms (90 to 300); meant: under 1000 ms")
      .and.contain("the newest exchanges 320 ms (290 to 500)")
      .and.contain("all in the list 620 ms (590 to 800)");
  });
});
