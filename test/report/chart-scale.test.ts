import { expect } from "chai";
import fc from "fast-check";
import { shownBuckets } from "../../server/report/wording.ts";
import { ticksUpTo, timeLabels, totalOf } from "../../server/report/html/chart.ts";
import type { ReportBucket } from "../../server/report/report.ts";

const bucket = (at: string, count: number): ReportBucket => ({ at, counts: { APPROVED: count } });

describe("the scale of a chart", () => {
  const ticks: readonly (readonly [largest: number, expected: readonly number[]])[] = [
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [17, [0, 5, 10, 15, 20]],
    [100, [0, 50, 100]],
    [1234, [0, 500, 1000, 1500]],
  ];
  for (const [largest, expected] of ticks) {
    it(`counts to ${largest} by ${expected.join(", ")}`, () => {
      expect(ticksUpTo(largest)).to.deep.equal(expected);
    });
  }

  it("reaches the largest number in a few whole steps", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), (largest) => {
        const steps = ticksUpTo(largest);
        expect(steps.at(-1)).to.be.at.least(largest);
        expect(steps.length).to.be.within(2, 6);
        expect(steps.every(Number.isInteger)).to.equal(true);
      }),
    );
  });

  it("adds neighbours up when there are too many, and loses none", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(99), { maxLength: 1_000 }), (counts) => {
        const drawn = shownBuckets(counts.map((count, index) => bucket(String(index), count)));
        expect(drawn.length).to.be.at.most(60);
        const sum = drawn.reduce((total, it) => total + totalOf(it), 0);
        expect(sum).to.equal(counts.reduce((total, count) => total + count, 0));
      }),
    );
  });

  const labels: readonly (readonly [times: readonly string[], expected: readonly string[]])[] = [
    [
      ["2030-01-15T10:20:00.000Z", "2030-01-15T10:21:00.000Z"],
      ["10:20", "10:21"],
    ],
    [
      ["2030-01-15T10:20:00.000Z", "2030-01-15T10:20:30.000Z"],
      ["10:20:00", "10:20:30"],
    ],
    [
      ["2030-01-15T00:00:00.000Z", "2030-01-16T00:00:00.000Z"],
      ["01-15", "01-16"],
    ],
    [
      ["2030-01-15T12:00:00.000Z", "2030-01-15T23:00:00.000Z", "2030-01-16T00:00:00.000Z"],
      ["01-15 12:00", "01-15 23:00", "01-16 00:00"],
    ],
  ];
  for (const [times, expected] of labels) {
    it(`writes times as ${expected.join(", ")}`, () => {
      expect(timeLabels(times)).to.deep.equal(expected);
    });
  }
});
