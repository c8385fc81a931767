import { expect } from "chai";
import { CONDITION_NAMES, conditionsOf } from "../../server/scenario/conditions.ts";
import type { Condition } from "../../server/scenario/conditions.ts";
import { createScenarioReader } from "../../server/scenario/reading/scenario-reader.ts";
import { CLOCK_CASES } from "./clock-cases.ts";
import { CONDITION_CASES } from "./conditions-cases.ts";
import { PLAIN_CASES } from "./plain-cases.ts";
import { REQUEST_CASES } from "./request-cases.ts";
import { factsOf } from "./requests.ts";
import type { RequestWords } from "./requests.ts";

const CASES = [...PLAIN_CASES, ...CONDITION_CASES, ...CLOCK_CASES, ...REQUEST_CASES];

const read = createScenarioReader();

/** As a file's rule has them, so that the schema has agreed to each case. */
function conditionsIn(when: string): readonly Condition[] {
  const { problems, scenario } = read(
    "plan.yaml",
    `version: 1\nrules:\n  - id: a\n    outcome: BLOCKED\n    when: ${when}\n`,
  );
  expect(problems).to.deep.equal([]);
  return conditionsOf(scenario?.content.rules?.[0]?.when ?? {});
}

/** Undefined when all of them hold. */
function failure(conditions: readonly Condition[], words: RequestWords): string | undefined {
  const facts = factsOf(words);
  const failed = conditions.find(({ holds }) => !holds(facts));
  return failed && `${failed.name}: expected ${failed.wanted}, got ${failed.got(facts)}`;
}

describe("scenario conditions", () => {
  for (const { when, holds, fails } of CASES) {
    it(`${when} hold for what they ask, and say why they do not`, () => {
      const conditions = conditionsIn(when);
      for (const words of holds)
        expect(failure(conditions, words), JSON.stringify(words)).to.equal(undefined);
      for (const [words, said] of fails)
        expect(failure(conditions, words), JSON.stringify(words)).to.equal(said);
    });
  }

  it("are asked in the order they are written", () => {
    const names = conditionsIn("{ token: true, request: { b: 1, a.b: 2 }, attempt: 1 }").map(
      ({ name }) => name,
    );
    expect(names).to.deep.equal(["token", "request b", "request a.b", "attempt"]);
  });

  it("look at the first thousand characters of a value for a pattern", () => {
    const conditions = conditionsIn("{ request: { a: { pattern: b } } }");
    expect(failure(conditions, { request: `a=${"x".repeat(999)}b` })).to.equal(undefined);
    expect(failure(conditions, { request: `a=${"x".repeat(1000)}b` })).to.match(/^request a: /);
  });

  it("find patterns in time, also those that would make others step back for ever", () => {
    for (const pattern of ["(x+x+)+y", "^(x|xx)*$", "(?:x?){160}x{160}y", "(.*.*){80}y$"]) {
      const conditions = conditionsIn(`{ request: { a: { pattern: "${pattern}" } } }`);
      const started = performance.now();
      failure(conditions, { request: `a=${"x".repeat(999)}z` });
      expect(performance.now() - started, pattern).to.be.below(1_000);
    }
  });

  it("are all in these tables", () => {
    const missing = CONDITION_NAMES.filter(
      (name) => !CASES.some(({ when }) => when.startsWith(`{ ${name}: `)),
    );
    expect(missing).to.deep.equal([]);
  });
});
