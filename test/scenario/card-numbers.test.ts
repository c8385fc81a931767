import { expect } from "chai";
import { problemsOf } from "./folders.ts";

const RULE = "version: 1\nrules:\n  - id: a\n    outcome: DECLINED\n";
const NUMBER = "4508750015741019";

describe("a card number in what a scenario file keeps or answers", () => {
  const cases = [
    ["plan", `${RULE}    acquirerCode: "${NUMBER}"\n`, "5:19 answers never contain a card number: mask it"],
    [
      "plan",
      `version: 1\nrules:\n  - id: a\n    outcomes:\n      - { outcome: DECLINED, acquirerMessage: "card ${NUMBER}" }\n`,
      "5:47 answers never contain a card number: mask it",
    ],
    [NUMBER, RULE, "1:1 the name of a file is recorded in the journal and must not be a card number"],
  ] as const;
  for (const [name, text, said] of cases) {
    it(`is refused: ${said}`, () => {
      expect(problemsOf({ [`${name}.yaml`]: text }, [name])).to.deep.equal([
        `scenarios/${name}.yaml:${said}`,
      ]);
    });
  }

  it("is not shown of an alias that stands for nothing", () => {
    const [said = ""] = problemsOf({ "plan.yaml": `version: 1\nrules: *a${NUMBER}\n` }, ["plan"]);
    expect(said).to.contain("there is no anchor &a450875xxxxxx1019 before this alias");
  });
});
