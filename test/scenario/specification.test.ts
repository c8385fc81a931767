import { readFileSync } from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import { loadFiles, loadText, problemsOf, withFolder } from "./folders.ts";
import { loadScenarios } from "../../server/scenario/library/library-sync.ts";
import { BUILT_IN } from "./folders.ts";
import { deciderOf, factsOf } from "./requests.ts";

const shipped = readFileSync(new URL("specification.yaml", BUILT_IN), "utf8");
const OWN = "version: 1\nrules: [{ id: own, when: { p2pe: INVALID }, outcome: BLOCKED }]\n";

describe("the specification, which every set of scenarios is asked behind", () => {
  it("goes behind every rule that matches, whatever the priorities, and before the tables", () => {
    const rule = fc.record({
      priority: fc.integer({ min: -1_000_000, max: 1_000_000 }),
      p2pe: fc.option(fc.constantFrom("VALID", "INVALID")),
      amount: fc.option(fc.constantFrom("10.00", "11.00")),
    });
    fc.assert(
      fc.property(
        fc.array(rule, { maxLength: 6 }),
        fc.constantFrom("INVALID", "VALID", "-"),
        (made, p2pe) => {
          const rules = made.map(({ priority, p2pe: state, amount }, index) => ({
            id: `r${index}`,
            priority,
            when: { ...(state && { p2pe: state }), ...(amount && { amount }) },
            outcome: "TIMED_OUT",
          }));
          const tables = { expiry: { "05/39": "EXPIRED_CARD" } };
          const { decide } = loadFiles({ "plan.json": JSON.stringify({ version: 1, rules, tables }) });
          const [first] = rules
            .filter(
              (_, index) =>
                (made[index]?.p2pe ?? p2pe) === p2pe && (made[index]?.amount ?? "10.00") === "10.00",
            )
            .sort((one, other) => other.priority - one.priority);
          const left = p2pe === "INVALID" ? "p2pe-invalid" : "expiry table";
          expect(deciderOf(decide(factsOf({ p2pe, expiry: "05/39" })))).to.equal(first?.id ?? left);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("needs no naming, and naming or extending it changes nothing", () => {
    for (const names of [[], ["default"], ["specification"], ["specification", "default"]]) {
      const { decide, revision } = loadScenarios(BUILT_IN, names);
      expect(deciderOf(decide(factsOf({ pin: "INVALID" }))), names.join()).to.equal("pin-invalid");
      const unnamed = loadScenarios(
        BUILT_IN,
        names.filter((name) => name !== "specification"),
      );
      expect(revision).to.equal(unnamed.revision);
    }
    const extending = { "plan.yaml": "version: 1\nextends: specification\n", "specification.yaml": shipped };
    const plan = withFolder(extending, (folder) => loadScenarios(folder, ["plan"]));
    expect(deciderOf(plan.decide(factsOf({ p2pe: "INVALID" })))).to.equal("p2pe-invalid");
  });

  it("is no part of what a set lists: its files and rules are the plan's", () => {
    const { names, rules } = loadText("name: plan\nrules: [{ id: one, outcome: DECLINED }]");
    expect([names, rules.map(({ id }) => id)]).to.deep.equal([["plan"], ["one"]]);
  });

  it("can be replaced by a file of the folder, which changes the revision of every set", () => {
    const files = { "plan.yaml": "version: 1\n" };
    const [before, after] = [files, { ...files, "specification.yaml": OWN }].map((all) =>
      withFolder(all, (folder) => loadScenarios(folder, ["plan"])),
    );
    const deciders = [before, after].map((set) => set && deciderOf(set.decide(factsOf({ p2pe: "INVALID" }))));
    expect(deciders).to.deep.equal(["p2pe-invalid", "own"]);
    expect(before?.revision).to.not.equal(after?.revision);
  });

  it("keeps its name for itself", () => {
    expect(problemsOf({ "plan.yaml": "version: 1\nname: specification\n" }, ["plan"])).to.deep.equal([
      'scenarios/plan.yaml:2:7 the name "specification" is reserved for the file that is tried last in every set',
    ]);
  });
});

describe("the table encryption", () => {
  it("makes its cards test cards, and the file that is named first counts", () => {
    const [one, other] = ["p2pe", "pin"].map(
      (group) => `version: 1\ntables: { encryption: { "4000000000000028": { ${group}: INVALID } } }\n`,
    );
    const { lostOf, testCards } = loadFiles({ "b.yaml": one ?? "", "a.yaml": other ?? "" });
    expect(lostOf("4000000000000028")).to.deep.equal({ p2pe: "INVALID" });
    expect(lostOf("4000000000000036")).to.equal(undefined);
    expect([...testCards]).to.deep.equal(["4000000000000028"]);
  });
});
