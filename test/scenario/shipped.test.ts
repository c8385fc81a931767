import { expect } from "chai";
import { openScenarioLibrary } from "../../server/scenario/library/library-sync.ts";
import type { LibraryParts } from "../../server/scenario/library/library.ts";
import { BUILT_IN, problemsOf, withFolder } from "./folders.ts";
import type { Files } from "./folders.ts";
import { factsOf } from "./requests.ts";

const plan = (extended: string): string =>
  `version: 1\nextends: ${extended}\nrules:\n  - { id: own, case: TC-1, when: { amount: "5" }, outcome: DECLINED }\n`;

const setIn = (files: Files, ...names: readonly string[]) =>
  withFolder(files, (folder) => openScenarioLibrary(folder).setOf(names));

describe("the files that ship with the sandbox, behind a folder of the tester's own", () => {
  const shipped = openScenarioLibrary(BUILT_IN).names();

  for (const name of shipped) {
    it(`can be extended without a copy: ${name}`, () => {
      const set = setIn({ "plan.yaml": plan(`[${name}]`) }, "plan");
      // What is asked behind every set stands in no list.
      expect(set?.names).to.deep.equal(name === "specification" ? ["plan"] : ["plan", name]);
      expect(set?.decide(factsOf({ amount: "5" })).ruleKey).to.equal("plan#own");
    });
  }

  it("bring their magic cards, and tell their rules from those of the plan", () => {
    const set = setIn({ "plan.yaml": plan("default") }, "plan");
    const decided = set?.decide(factsOf({ card: "4000000000005100" }));
    expect(decided?.ruleKey).to.equal("default#card-insufficient-funds");
    const own = set?.rules.filter(({ isShipped }) => !isShipped);
    expect(own?.map(({ id }) => id)).to.deep.equal(["own"]);
    expect(set?.rules.length).to.be.greaterThan(1);
  });

  it("can be named beside files of the folder", () => {
    expect(
      setIn({ "plan.yaml": plan("[]").replace("extends: []\n", "") }, "plan", "declines")?.names,
    ).to.deep.equal(["plan", "declines"]);
  });

  it("give way to a file of the folder that has the name of one", () => {
    const files = { "plan.yaml": plan("default"), "default.yaml": "version: 1\n" };
    const set = setIn(files, "plan");
    expect(set?.rules.map(({ id }) => id)).to.deep.equal(["own"]);
  });

  it("stay those that ship when they are copied into the folder", () => {
    withFolder({ "plan.yaml": plan("default") }, (folder) => {
      const copied = openScenarioLibrary(BUILT_IN).setOf(["default"]);
      const behind = openScenarioLibrary(folder).setOf(["default"]);
      expect(copied?.rules).to.deep.equal(behind?.rules);
      expect(copied?.rules.every(({ isShipped }) => isShipped)).to.equal(true);
    });
  });

  it("keep the names that they have in reports", () => {
    expect(problemsOf({ "plan.yaml": "version: 1\nname: default\n" }, ["plan"])).to.deep.equal([
      'scenarios/plan.yaml:2:7 the name "default" is already used by default.yaml, which ships with the sandbox',
    ]);
  });

  it("do not stand in for the files of a folder that has none, which says how to get one", () => {
    expect(problemsOf({}, ["default"])).to.deep.equal([
      "scenarios: the folder contains no scenario files (.yaml, .yml or .json); " +
        "gateway-sandbox init writes a starter with one",
    ]);
  });

  it("are not all that is active where a folder is given, as that would be given for nothing", () => {
    expect(problemsOf({ "plan.yaml": "version: 1\n" }, ["default", "gateway-simulator"])).to.deep.equal([
      "scenarios: no scenario of this folder is active: the settings name none of them (it contains: plan)",
    ]);
    const parts: LibraryParts = {
      active: ["plan"],
      inUse: () => [{ owner: "merchant A", names: ["default"] }],
      clock: () => 0,
      onChange: () => undefined,
    };
    expect(
      withFolder({ "plan.yaml": "version: 1\n" }, (folder) => openScenarioLibrary(folder, parts).names()),
    ).to.deep.equal(["plan"]);
  });

  it("extend no others, so that no file of a folder can come between them", () => {
    const extended = openScenarioLibrary(BUILT_IN)
      .files()
      .filter((file) => file.extends.length > 0);
    expect(extended).to.deep.equal([]);
  });
});
