import { expect } from "chai";
import { DISTINCT_PAIRS, SHADOWED, SHADOWED_PAIRS, two } from "./check-cases.ts";
import { remarkLines } from "./check-remarks.ts";

const said = (text: string): readonly string[] =>
  remarkLines({ "plan.yaml": text }, ["plan"]).filter((line) => line.includes("shadowed-rule"));

describe("the check for rules that are never asked", () => {
  // One folder for all of them, as reading the schema takes longest.
  const pairs = [...SHADOWED_PAIRS, ...DISTINCT_PAIRS, ...SHADOWED_PAIRS.map(([it]) => [it, it] as const)];
  let lines: readonly string[];
  before(() => {
    const files = pairs.map(([earlier, later], index) => [`p${index}.yaml`, two(earlier, later)] as const);
    lines = remarkLines(Object.fromEntries(files));
  });
  const about = (index: number): readonly string[] =>
    lines.filter((line) => line.startsWith(`p${index}.yaml:`) && line.includes("shadowed-rule"));

  for (const [index, [earlier, later]] of pairs.entries()) {
    const isLeft = index >= SHADOWED_PAIRS.length && index < SHADOWED_PAIRS.length + DISTINCT_PAIRS.length;
    it(`${isLeft ? "leaves" : "finds"} ${later} behind ${earlier}`, () => {
      expect(about(index)).to.deep.equal(isLeft ? [] : [`p${index}.yaml:${SHADOWED}`]);
    });
  }

  for (const [what, one, other] of [
    ["by a rule that only adds something", "delay: 1s", "outcome: DECLINED"],
    ["by a rule that matches by chance", "{ outcome: DECLINED, chance: 0.5 }", "outcome: DECLINED"],
    ["by a rule of payments, of risk", "outcome: DECLINED", "risk: REVIEW"],
    ["by a rule of payments, of balances", "outcome: DECLINED", 'balance: { amount: "5" }'],
    ["by a rule of risk, of payments", "risk: REVIEW", "outcomes: [DECLINED]"],
    ["by a rule of payments, that adds to everything", "outcome: DECLINED", "delay: 1s"],
  ] as const) {
    it(`calls no rule shadowed ${what}`, () => {
      const members = (text: string): string => text.replace(/^{ (.*) }$/, "$1");
      const text = `version: 1\nrules:\n  - { id: one, ${members(one)} }\n  - { id: other, ${members(other)} }\n`;
      expect(said(text)).to.deep.equal([]);
    });
  }

  it("knows that a rule of payments hides what is added to payments only, and a timed out one balances", () => {
    const text = `version: 1
rules:
  - { id: one, outcome: TIMED_OUT }
  - { id: slow, when: { operation: PAY }, delay: 1s }
  - { id: left, balance: { amount: "5" } }
`;
    const by = 'this rule is never tried: "one" on line 3 comes first and matches everything that it matches';
    expect(said(text)).to.deep.equal([
      `plan.yaml:4:11 shadowed-rule ${by}`,
      `plan.yaml:5:11 shadowed-rule ${by}`,
    ]);
  });

  it("goes by priority before it goes by place", () => {
    const text = `version: 1
rules:
  - { id: card, when: { card: "4000000000000101" }, outcome: DECLINED }
  - { id: all, priority: 1, outcome: APPROVED }
`;
    expect(said(text)).to.deep.equal([
      'plan.yaml:3:11 shadowed-rule this rule is never tried: "all" on line 4 comes first and matches everything that it matches',
    ]);
  });

  it("looks at the files that are active together, and leaves it to a file to overrule what it extends", () => {
    const files = {
      "all.yaml": "version: 1\nrules:\n  - { id: all, outcome: APPROVED }\n",
      "base.yaml": `version: 1
rules:
  - { id: five, when: { amount: "5" }, outcome: DECLINED }
  - { id: first, priority: 1, when: { currency: EUR }, outcome: DECLINED }
`,
      "night.yaml": `version: 1
extends: base
rules:
  - { id: few, when: { amount: { max: "9" } }, outcome: BLOCKED }
  - { id: euro, when: { currency: EUR, amount: "11" }, outcome: BLOCKED }
`,
    };
    const lines = (active: readonly string[]): readonly string[] =>
      remarkLines(files, active).map((line) => line.replace("shadowed-rule this rule is never tried: ", ""));
    const euro =
      'night.yaml:5:11 "first" (scenarios/base.yaml:4) comes first and matches everything that it matches';
    const by = '"all" (scenarios/all.yaml:3) comes first and matches everything that it matches';
    expect(lines(["base", "all"])).to.deep.equal([euro]);
    expect(lines(["night", "all"])).to.deep.equal([euro]);
    expect(lines(["all", "night"])).to.deep.equal([`base.yaml:3:11 ${by}`, `night.yaml:4:11 ${by}`, euro]);
  });

  it("tells of each rule once, and of the first that stands before it", () => {
    const text = `version: 1
rules:
  - { id: one, when: { currency: EUR }, outcome: DECLINED }
  - { id: two, when: { currency: [EUR, USD] }, outcome: DECLINED }
  - { id: three, when: { currency: EUR, amount: "5" }, outcome: DECLINED }
`;
    expect(said(text)).to.deep.equal([
      'plan.yaml:5:11 shadowed-rule this rule is never tried: "one" on line 3 comes first and matches everything that it matches',
    ]);
  });
});
