import { expect } from "chai";
import fc from "fast-check";
import { outcomeAt, outcomeSeries } from "../../server/verdict/verdict-report.ts";
import type { OutcomeAt } from "../../server/verdict/verdict-report.ts";
import type { Ending } from "../../server/domain/record/exchange-row.ts";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { exchangeOf } from "../journal/sample-exchange.ts";

const START = Date.parse("2030-01-15T10:20:30.400Z");
const at = (ms: number, outcome = "APPROVED"): OutcomeAt => {
  const ending = outcome === "APPROVED" ? "approved" : "declined";
  return { at: START + ms, outcome, ending };
};

describe("outcomes over time", () => {
  it("are counted by the time they came, with nothing left out between", () => {
    const { buckets, endings } = outcomeSeries([at(0), at(100, "DECLINED"), at(2_000), at(2_100)]);
    expect(endings).to.deep.equal({ APPROVED: "approved", DECLINED: "declined" });
    expect(buckets).to.deep.equal([
      { at: "2030-01-15T10:20:30.000Z", counts: { APPROVED: 1, DECLINED: 1 } },
      { at: "2030-01-15T10:20:31.000Z", counts: {} },
      { at: "2030-01-15T10:20:32.000Z", counts: { APPROVED: 2 } },
    ]);
  });

  it("are none without traffic, and one bucket when the clock stands still", () => {
    expect(outcomeSeries([]).buckets).to.deep.equal([]);
    expect(outcomeSeries([at(0), at(0)]).buckets).to.deep.equal([
      { at: "2030-01-15T10:20:30.000Z", counts: { APPROVED: 2 } },
    ]);
  });

  it("fit in sixty buckets of one round length, and none is lost", () => {
    const times = fc.array(fc.integer({ min: 0, max: 400 * 86_400_000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(times, (offsets) => {
        const { buckets } = outcomeSeries(offsets.map((offset) => at(offset)));
        expect(buckets.length).to.be.within(1, 60);
        const total = buckets.reduce((sum, { counts }) => sum + (counts["APPROVED"] ?? 0), 0);
        expect(total).to.equal(offsets.length);
        const starts = buckets.map((bucket) => Date.parse(bucket.at));
        const lengths = new Set(starts.slice(1).map((start, index) => start - (starts[index] ?? 0)));
        expect(lengths.size).to.be.at.most(1);
        expect(starts[0]).to.be.at.most(START + Math.min(...offsets));
      }),
    );
  });

  const scenario = { gatewayCode: "DECLINED" } as Exchange["scenario"];
  const fault = { at: "after-commit", kind: "reset", lost: undefined } as const;
  const refusal = { reason: "contract", explanation: "No", fault: undefined } as const;
  const names: readonly (readonly [outcome: string, ending: Ending, Partial<Exchange>])[] = [
    ["DECLINED", "declined", { scenario }],
    ["DECLINED, answer broken", "failed", { scenario, fault }],
    ["DECLINED, client gone", "failed", { scenario, abandoned: true }],
    ["refused: contract", "refused", { refusal }],
    ["stored answer returned again", "done", { repeated: true }],
    ["nothing to decide", "done", {}],
  ];
  for (const [outcome, ending, members] of names) {
    it(`call one "${outcome}", which is ${ending}`, () => {
      expect(outcomeAt(exchangeOf("1", members))).to.deep.equal({ at: START, outcome, ending });
    });
  }
});
