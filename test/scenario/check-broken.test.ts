import { expect } from "chai";
import { BROKEN_ANSWER_CASES, CLASHING_CASES } from "./check-cases.ts";
import { problemsOf } from "./folders.ts";
import { remarksOn } from "./check-remarks.ts";

describe("a scenario file that its schema lets pass", () => {
  for (const [check, cases] of [
    ["combination", CLASHING_CASES],
    ["broken-answer", BROKEN_ANSWER_CASES],
  ] as const) {
    for (const [what, text, ...said] of cases) {
      it(`is refused for ${what}, with its place`, () => {
        const files = { "plan.yaml": text };
        expect(problemsOf(files, ["plan"])).to.deep.equal(said.map((line) => `scenarios/plan.yaml:${line}`));
        const errors = remarksOn(files, ["plan"]).filter((remark) => remark.check === check);
        expect(errors).to.not.be.empty;
        expect(errors.map(({ severity }) => severity)).to.not.include("warning");
      });
    }
  }
});
