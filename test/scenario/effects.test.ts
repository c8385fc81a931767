import { expect } from "chai";
import fc from "fast-check";
import type { Decision } from "../../server/domain/record/decision.ts";
import type { Effects } from "../../server/domain/record/effects.ts";
import { loadFiles, loadText } from "./folders.ts";
import { deciderOf, factsOf } from "./requests.ts";

const RESET = { at: "after-commit", kind: "reset", status: undefined, stallMs: 0 } as const;
const NONE: Effects = {
  ...{ delayMs: 0, hold: undefined, fault: undefined, chaos: false },
  notification: undefined,
};

/** What a file's rules do to a payment of 10.00 EUR beside its outcome, and the effects that are expected. */
const CASES: readonly (readonly [title: string, rules: string, effects: Partial<Effects>])[] = [
  ["nothing where no rule says so", "- { id: a, outcome: DECLINED }", {}],
  ["a delay in milliseconds", "- { id: a, outcome: APPROVED, delay: 250ms }", { delayMs: 250 }],
  ["a delay in parts of seconds", "- { id: a, outcome: APPROVED, delay: 1.5s }", { delayMs: 1_500 }],
  ["a delay in minutes", "- { id: a, outcome: APPROVED, delay: 2m }", { delayMs: 120_000 }],
  [
    "a spread without width",
    "- { id: a, outcome: APPROVED, delay: { from: 3s, to: 3s } }",
    { delayMs: 3_000 },
  ],
  ["a hold", "- { id: a, outcome: APPROVED, hold: before-commit }", { hold: "before-commit" }],
  ["a fault", "- { id: a, outcome: APPROVED, fault: { at: after-commit, kind: reset } }", { fault: RESET }],
  [
    "a stall of the usual length",
    "- { id: a, outcome: APPROVED, fault: { at: mid-body, kind: stall } }",
    { fault: { at: "mid-body", kind: "stall", status: undefined, stallMs: 30_000 } },
  ],
  [
    "a stall of a length of its own",
    "- { id: a, outcome: APPROVED, fault: { at: before-commit, kind: stall, for: 2s } }",
    { fault: { at: "before-commit", kind: "stall", status: undefined, stallMs: 2_000 } },
  ],
  [
    "an HTTP status",
    "- { id: a, outcome: APPROVED, fault: { at: after-commit, kind: status, status: 502 } }",
    { fault: { at: "after-commit", kind: "status", status: 502, stallMs: 0 } },
  ],
  [
    "an HTTP status that is not said, which is 502 when it is sent",
    "- { id: a, outcome: APPROVED, fault: { at: after-commit, kind: status } }",
    { fault: { at: "after-commit", kind: "status", status: undefined, stallMs: 0 } },
  ],
  ["chaos", "- { id: a, outcome: APPROVED, extra: chaos }", { chaos: true }],
  [
    "what becomes of notifications",
    "- { id: a, notification: { delivery: twice, delay: 1s, secret: wrong } }",
    { notification: { delivery: "twice", delayMs: 1_000, secret: "wrong" } },
  ],
  [
    "those of rules that only add, and of the rule that decides",
    "- { id: a, delay: 1s }\n  - { id: b, hold: after-commit }\n  - { id: c, outcome: DECLINED, extra: chaos }",
    { delayMs: 1_000, hold: "after-commit", chaos: true },
  ],
  [
    "of each effect the one that was asked first",
    "- { id: a, delay: 1s }\n  - { id: b, delay: 2s }\n  - { id: c, outcome: DECLINED, delay: 3s }",
    { delayMs: 1_000 },
  ],
  [
    "nothing of rules that do not match",
    "- { id: a, when: { currency: USD }, delay: 1s }\n  - { id: b, when: { amount: '10' }, delay: 2s }",
    { delayMs: 2_000 },
  ],
  [
    "nothing of rules behind the one that decides",
    "- { id: a, outcome: DECLINED }\n  - { id: b, delay: 2s }",
    {},
  ],
  [
    "of a step what the step says, and else what its rule says",
    "- { id: a, delay: 1s, hold: after-commit, outcomes: [{ outcome: DECLINED, delay: 2s }, APPROVED] }",
    { delayMs: 2_000, hold: "after-commit" },
  ],
];

describe("what scenarios do beside the outcome", () => {
  for (const [title, rules, effects] of CASES) {
    it(`is ${title}`, () => {
      const { decide } = loadText(`rules:\n  ${rules}`);
      expect(decide(factsOf({})).effects).to.deep.equal({ ...NONE, ...effects });
    });
  }

  it("leaves the outcome of rules that only add to the rules behind them, the tables and the default", () => {
    const { decide } = loadText(`
rules:
  - { id: slow, case: TC-1, delay: 1s }
  - { id: declined, when: { amount: "5" }, outcome: DECLINED }
tables:
  expiry: { "05/39": BLOCKED }`);
    const words = (decision: Decision): string => `${decision.outcome.gatewayCode} ${deciderOf(decision)}`;
    expect(words(decide(factsOf({ amount: "5" })))).to.equal("DECLINED declined");
    expect(words(decide(factsOf({ expiry: "05/39" })))).to.equal("BLOCKED expiry table");
    const decision = decide(factsOf({}));
    expect(words(decision)).to.equal("APPROVED default");
    expect(decision.addedBy).to.deep.equal([{ scenario: "plan", id: "slow", case: "TC-1" }]);
  });

  it("delays every request by the file's own delay, unless a rule has another", () => {
    const scenarios = loadFiles({
      "a.yaml": 'version: 1\ndelay: 2s\nrules:\n  - { id: fast, when: { amount: "5" }, delay: 0ms }',
      "b.yaml": "version: 1\ndelay: 9s",
    });
    expect(scenarios.decide(factsOf({})).effects.delayMs).to.equal(2_000);
    expect(scenarios.decide(factsOf({ amount: "5" })).effects.delayMs).to.equal(0);
    expect(scenarios.decideBalance(factsOf({ operation: "BALANCE_INQUIRY" })).effects.delayMs).to.equal(
      2_000,
    );
  });

  it("draws delays between two from the seed, every part of the way as often as the others", () => {
    const { decide } = loadText("rules:\n  - { id: a, delay: { from: 1s, to: 2s } }");
    const delays = seeds(400).map((seed) => decide(factsOf({ seed })).effects.delayMs);
    for (const from of [1_000, 1_250, 1_500, 1_750]) {
      const share = delays.filter((ms) => ms >= from && ms <= from + 250).length;
      expect(share, `from ${from}`).to.be.within(70, 130);
    }
    expect(Math.min(...delays)).to.be.at.least(1_000);
    expect(Math.max(...delays)).to.be.at.most(2_000);
  });

  it("draws lognormal delays whose half is below the median and nineteen of twenty below p95", () => {
    const { decide } = loadText("rules:\n  - { id: a, delay: { median: 400ms, p95: 2s } }");
    const delays = seeds(2_000).map((seed) => decide(factsOf({ seed })).effects.delayMs);
    expect(delays.filter((ms) => ms <= 400).length / 2_000).to.be.within(0.46, 0.54);
    expect(delays.filter((ms) => ms <= 2_000).length / 2_000).to.be.within(0.93, 0.97);
  });

  it("never delays longer than two minutes, however wide the spread", () => {
    const { decide } = loadText("rules:\n  - { id: a, delay: { median: 1s, p95: 2m } }");
    const delays = seeds(2_000).map((seed) => decide(factsOf({ seed })).effects.delayMs);
    expect(Math.max(...delays)).to.equal(120_000);
  });

  it("lets a rule match by its chance, always the same for the same seed", () => {
    const { decide } = loadText("rules:\n  - { id: a, chance: 0.1, outcome: DECLINED }");
    const isHit = (seed: number): boolean => decide(factsOf({ seed })).outcome.gatewayCode === "DECLINED";
    expect(seeds(2_000).filter(isHit).length).to.be.within(150, 250);
    fc.assert(fc.property(fc.nat(), (seed) => isHit(seed) === isHit(seed)));
    const [missed] = decide(factsOf({ seed: seeds(100).find((seed) => !isHit(seed)) ?? 0 })).tried;
    expect(missed?.failed).to.match(/^chance: expected below 0\.1, drew 0\.\d{3}$/);
  });

  it("draws for each rule by itself", () => {
    const { decide } = loadText(
      "rules:\n  - { id: a, chance: 0.5, extra: chaos }\n  - { id: b, chance: 0.5, outcome: DECLINED }",
    );
    const both = seeds(400).map((seed) => {
      const { effects, outcome } = decide(factsOf({ seed }));
      return `${effects.chaos} ${outcome.gatewayCode}`;
    });
    for (const pair of ["true DECLINED", "true APPROVED", "false DECLINED", "false APPROVED"])
      expect(both.filter((it) => it === pair).length, pair).to.be.within(70, 130);
  });
});

function seeds(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index * 7_919);
}
