import { expect } from "chai";
import { REACHABLE, UNREACHABLE } from "./check-cases.ts";
import { remarkLines } from "./check-remarks.ts";

const RULES: readonly (readonly [kind: string, member: string])[] = [
  ["outcome", "outcome: TIMED_OUT"],
  ["addition", "delay: 1s"],
];

const fileOf = (when: string, member = "outcome: TIMED_OUT"): string =>
  `version: 1\nrules:\n  - id: a\n    when: ${when}\n    ${member}\n`;

describe("the check for rules that no request can reach", () => {
  // One folder for all of them, as reading the schema takes longest.
  let lines: readonly string[];
  before(() => {
    const files = [
      ...UNREACHABLE.map(([when], index) => [`u${index}.yaml`, fileOf(when)] as const),
      ...RULES.flatMap(([kind, member]) =>
        REACHABLE.map((when, index) => [`${kind}${index}.yaml`, fileOf(when, member)] as const),
      ),
      ["balance.yaml", fileOf("{ street: Alpha St }", 'balance: { amount: "5" }')] as const,
      ["risk.yaml", fileOf('{ amount: "5.00" }', "risk: REVIEW")] as const,
    ];
    lines = remarkLines(Object.fromEntries(files));
  });
  const about = (file: string): readonly string[] => lines.filter((line) => line.startsWith(`${file}.yaml:`));

  for (const [index, [when, place, why]] of UNREACHABLE.entries()) {
    it(`finds ${when}`, () => {
      expect(about(`u${index}`)).to.deep.equal([`u${index}.yaml:${place} unreachable-rule ${why}`]);
    });
  }

  for (const [kind] of RULES) {
    for (const [index, when] of REACHABLE.entries()) {
      it(`leaves an ${kind} with ${when}`, () => {
        const found = about(`${kind}${index}`).filter((line) => line.includes("unreachable-rule"));
        expect(found).to.deep.equal([]);
      });
    }
  }

  it("knows what balance inquiries and risk assessments carry", () => {
    expect(about("balance")).to.deep.equal([
      "balance.yaml:4:21 unreachable-rule no request can match this rule: BALANCE_INQUIRY has no billing.address.street",
    ]);
    expect(about("risk")).to.deep.equal([]);
  });
});
