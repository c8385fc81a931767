import { expect } from "chai";
import { baselineOf, compared, readBaseline, TOLERANCE } from "../../scripts/bench/baseline.ts";
import { readOptions } from "../../scripts/bench/options.ts";
import { checkReport } from "../../scripts/bench/report.ts";
import { CONTESTED } from "./sample-contest.ts";

const MACHINE = { processor: "EPYC", cores: 2, node: "20.20.2", platform: "linux x64", pinned: true };
const BASELINE = { date: "2030-01-15", machine: MACHINE, method: "5 rounds", ratios: { pay: 2, order: 1 } };

describe("the benchmark's committed ratios", () => {
  it("fall when what is measured is lower by more than the tolerance, and not otherwise", () => {
    const at = (pay: number): boolean | undefined => compared(BASELINE, new Map([["pay", pay]]))[0]?.fell;
    expect(at(2 * (1 - TOLERANCE) - 0.01)).to.equal(true);
    expect(at(2 * (1 - TOLERANCE) + 0.01)).to.equal(false);
    expect(at(4)).to.equal(false);
  });

  it("fall when what is measured is no number", () => {
    expect(compared(BASELINE, new Map([["pay", Number.NaN]]))[0]?.fell).to.equal(true);
  });

  it("do not fall when they are not measured, and say so", () => {
    const [, order] = compared(BASELINE, new Map([["pay", 2]]));
    expect(order).to.deep.equal({
      ...{ id: "order", committed: 1, measured: undefined, change: undefined, fell: false },
    });
  });

  it("are told with what fell and by how much", () => {
    const ratios = compared(
      BASELINE,
      new Map([
        ["pay", 1.5],
        ["order", 1.1],
      ]),
    );
    const report = checkReport(BASELINE, ratios);
    expect(report).to.match(/pay +2\.00 +1\.50 +-25 % FELL\n/);
    expect(report).to.match(/order +1\.00 +1\.10 +10 %\n/);
    expect(report).to.include("Fell by more than 15 %: pay.");
    expect(checkReport(BASELINE, compared(BASELINE, new Map()))).to.include("None fell by more than 15 %.");
  });

  it("are made from a result with date, machine and method", () => {
    const result = { contests: [CONTESTED], stored: [], start: undefined, idle: undefined };
    const made = baselineOf(result, MACHINE, readOptions([]), new Date("2030-01-15T23:00:00Z"));
    expect(made).to.deep.equal({
      date: "2030-01-15",
      machine: MACHINE,
      method: "5 rounds of 2 s, 32 connections, the servers on one core and the driver on another",
      ratios: { pay: 0.4 },
    });
  });

  it("stand beside the benchmark, one for each contest", async () => {
    const { date, ratios } = await readBaseline();
    expect(date).to.match(/^\d{4}-\d\d-\d\d$/);
    expect(ratios).to.include.keys("pay", "order", "refused", "rules", "shadow", "flat-10000");
    for (const [id, ratio] of Object.entries(ratios)) expect(ratio, id).to.be.above(0);
  });
});
