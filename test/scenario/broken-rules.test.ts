import { expect } from "chai";
import { BROKEN_RULE_CASES } from "./broken-rule-cases.ts";
import { problemsOf } from "./folders.ts";

describe("a broken scenario rule", () => {
  for (const [what, text, ...said] of BROKEN_RULE_CASES) {
    it(`is refused for ${what}, with its place and what was expected`, () => {
      const lines = said.map((line) => `scenarios/plan.yaml:${line}`);
      expect(problemsOf({ "plan.yaml": text }, ["plan"])).to.deep.equal(lines);
    });
  }
});
