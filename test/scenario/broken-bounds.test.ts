import { expect } from "chai";
import { problemsOf } from "./folders.ts";

/** The anchor of each level holds that of the level before it, in a list. */
const LADDER = Array.from({ length: 120 }, (_, step) =>
  step === 0 ? "a: &a0 [x]\n" : `a${step}: &a${step} [*a${step - 1}]\n`,
).join("");

/** Files that nest without end, and where they begin to nest too deeply. */
const TOO_DEEP: readonly (readonly [what: string, text: string, place: string])[] = [
  ["lists in lists", `rules: ${"[".repeat(5_000)}${"]".repeat(5_000)}\n`, "1:107"],
  ["lists in lists that are left open", `rules: ${"[".repeat(5_000)}`, "1:107"],
  ["mappings in mappings", `rules: ${"{ a: ".repeat(5_000)}x${" }".repeat(5_000)}\n`, "1:503"],
  ["items of items", `${"- ".repeat(5_000)}x\n`, "1:201"],
  ["keys of keys", `${"? ".repeat(5_000)}x\n`, "1:201"],
  ["aliases of aliases", LADDER, "100:12"],
];

describe("a scenario file without end", () => {
  for (const [what, text, place] of TOO_DEEP) {
    it(`is refused for ${what} before anything goes down into it`, () => {
      const [said, ...others] = problemsOf({ "plan.yaml": text }, ["plan"]);
      expect(said).to.match(new RegExp(`^scenarios/plan\\.yaml:${place} nested too deeply: `));
      expect(others).to.deep.equal([]);
    });
  }

  it("may nest a hundred levels of mappings and lists", () => {
    const said = problemsOf({ "plan.yaml": `version: 1\nrules: ${"[".repeat(99)}${"]".repeat(99)}\n` }, [
      "plan",
    ]);
    expect(said.join()).not.to.contain("nested too deeply");
  });

  it("may say much by few aliases, but not without end", () => {
    const file = (levels: number): string => {
      const lines = Array.from({ length: levels }, (_, level) => {
        const before = level === 0 ? "{ reference: x }" : `*b${level - 1}`;
        return `        l${level}: &b${level} [${Array(9).fill(before).join(", ")}]\n`;
      });
      return `version: 1\nrules:\n  - id: a\n    outcome: APPROVED\n    response:\n      order:\n${lines.join("")}`;
    };
    const few = problemsOf({ "plan.yaml": file(3) }, ["plan"]);
    expect(few.join()).to.contain("answers do not have a member").and.not.to.contain("aliases");
    expect(problemsOf({ "plan.yaml": file(9) }, ["plan"])).to.deep.equal([
      "scenarios/plan.yaml:11:33 with this alias, the file's aliases expand to more than 100000 values",
    ]);
  });

  it("may use an anchor often, but not without end", () => {
    const file = (count: number) => ({
      "plan.yaml": `version: 1\nrules:\n  - id: &a x\n    when: { order: [${Array(count).fill("*a").join(", ")}] }\n    outcome: BLOCKED\n`,
    });
    expect(problemsOf(file(1_000), ["plan"])).to.deep.equal([]);
    expect(problemsOf(file(1_001), ["plan"])).to.deep.equal([
      "scenarios/plan.yaml:4:4021 more than 1000 aliases",
    ]);
  });
});
