import { expect } from "chai";
import { conditionSlips, doubledValues } from "../../server/scenario/conditions/slips.ts";
import { createScenarioReader } from "../../server/scenario/scenario-reader.ts";
import { BROKEN_CONDITION_CASES } from "./broken-condition-cases.ts";

/** Conditions, and the pointers to values that their lists name twice. */
const DOUBLED: readonly (readonly [object, ...string[]])[] = [
  [{ currency: ["EUR", "USD", "EUR"] }, "/currency/2"],
  [{ amount: ["10", "5", "10.00"] }, "/amount/2"],
  [{ amountEnds: ["5", "5.0"] }],
  [{ order: ["10", "10.0"] }],
  [{ version: [61, 60, 61, 61] }, "/version/2", "/version/3"],
  [
    {
      cardRange: [
        { min: "1", max: "2" },
        { min: "1", max: "2" },
      ],
    },
    "/cardRange/1",
  ],
  [{ clock: { days: ["MON", "MON"] } }, "/clock/days/1"],
  [{ earlier: { rule: ["a", "b"], outcome: ["DECLINED", "DECLINED"] } }, "/earlier/outcome/1"],
  [
    { request: { "a.b": [1, "1", 1], "c/~d": { in: [true, true] } } },
    "/request/a.b/2",
    "/request/c~1~0d/in/1",
  ],
  [{ operation: "PAY" }],
];

const read = createScenarioReader();

describe("a broken condition", () => {
  for (const [what, text, ...said] of BROKEN_CONDITION_CASES) {
    it(`is refused for ${what}, with its place and what was expected`, () => {
      const { problems } = read("plan.yaml", text);
      expect(problems.map((it) => `${it.line}:${it.column} ${it.message}`)).to.deep.equal(said);
    });
  }

  for (const [when, ...pointers] of DOUBLED) {
    it(`names values twice at ${pointers.join(", ") || "no place"} in ${JSON.stringify(when)}`, () => {
      const said = doubledValues(when);
      expect(said.map(({ pointer }) => pointer)).to.deep.equal(pointers);
      expect(said.every(({ message }) => message === "this value is in the list already")).to.equal(true);
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
    for (const when of odd) expect([...conditionSlips(when), ...doubledValues(when)]).to.deep.equal([]);
  });
});
