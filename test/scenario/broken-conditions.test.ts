import { expect } from "chai";
import { mistakesIn } from "../../server/scenario/conditions.ts";
import { createScenarioReader } from "../../server/scenario/reading/scenario-reader.ts";
import { BROKEN_CONDITION_CASES } from "./broken-condition-cases.ts";

const read = createScenarioReader();

describe("a broken condition", () => {
  for (const [what, text, ...said] of BROKEN_CONDITION_CASES) {
    it(`is refused for ${what}, with its place and what was expected`, () => {
      const { problems } = read("plan.yaml", text);
      expect(problems.map((it) => `${it.line}:${it.column} ${it.message}`)).to.deep.equal(said);
    });
  }

  it("is none of these remarks when it is something else altogether", () => {
    const odd = [
      undefined,
      null,
      5,
      "x",
      [],
      { clock: 5, request: [], cardRange: "1", amount: { min: 5, max: 1 } },
    ];
    for (const when of odd) expect(mistakesIn(when)).to.deep.equal([]);
  });
});
