import { expect } from "chai";
import { readConfig } from "../../server/sandbox/config.ts";
import { checkScenarios } from "../../server/scenario/check/scenario-check.ts";
import { isNobodysCard } from "../../server/scenario/test-cards.ts";
import { REACH, remarkLines, remarksOn } from "./check-remarks.ts";
import { BUILT_IN } from "./folders.ts";

const rule = (members: string): string => `version: 1\nrules:\n  - { id: a, ${members} }\n`;
const REAL = "may be real: it is not a published test number and passes the Luhn check";

describe("the check of scenario files", () => {
  it("has nothing to say about the files that come with the sandbox", () => {
    const check = (active: readonly string[]) => checkScenarios({ folder: BUILT_IN, active, reach: REACH });
    const { files, rules, remarks } = check(readConfig({}).scenarios);
    expect(remarks).to.deep.equal([]);
    expect(files).to.include("scenarios/default.yaml");
    expect(rules).to.be.greaterThan(50);
  });

  it("warns of card numbers that somebody may have, masked, wherever a file names them", () => {
    const text = `version: 1
rules:
  - { id: a, when: { card: "4539578763621486" }, outcome: DECLINED }
  - { id: b, when: { card: ["4539578763621487", "5500000000000004"] }, outcome: DECLINED }
tables:
  pin: { "4716108999716531": "1234" }
  balances:
    "4539578763621486": { amount: "5" }
`;
    expect(remarkLines({ "plan.yaml": text }, ["plan"])).to.deep.equal([
      `plan.yaml:3:28 card-not-published the card 453957xxxxxx1486 ${REAL}`,
      `plan.yaml:4:49 card-not-published the card 550000xxxxxx0004 ${REAL}`,
      `plan.yaml:6:10 card-not-published the card 471610xxxxxx6531 ${REAL}`,
      `plan.yaml:8:5 card-not-published the card 453957xxxxxx1486 ${REAL}`,
    ]);
  });

  it("takes published numbers, the sandbox's own ranges and whatever fails Luhn for test numbers", () => {
    const taken = [
      "5123450000000008",
      "345678901234564",
      "4000000000000101",
      "6035710000002501",
      "4539578763621487",
    ];
    const real = ["4539578763621486", "4000000100000001", "400000000000006", "6011000990139432"];
    expect(taken.filter((number) => !isNobodysCard(number))).to.deep.equal([]);
    expect(real.filter(isNobodysCard)).to.deep.equal([]);
  });

  it("warns of members that only some answers complete", () => {
    const text = rule(
      "outcome: APPROVED, response: { accountFunding: { purpose: OTHER }, order: { description: x } }",
    );
    expect(remarkLines({ "plan.yaml": text }, ["plan"])).to.deep.equal([
      'plan.yaml:3:45 broken-answer an answer without "accountFunding" would lack its required "reference": set it here too',
    ]);
    expect(remarksOn({ "plan.yaml": text }, ["plan"]).map(({ severity }) => severity)).to.deep.equal([
      "warning",
    ]);
  });

  it("tells what keeps the sandbox from starting as errors, each by its check", () => {
    const files = {
      "a.yaml":
        "version: 1\nname: b\nrules:\n  - { id: x, outcome: DECLIEND }\n  - { id: x, outcome: DECLINED }\n",
      "b.yaml": "version: 1\nextends: c\n",
      "d.yaml": "version: [\n",
    };
    const remarks = remarksOn(files, ["a", "defalt"]);
    expect(remarks.map(({ severity }) => severity)).to.deep.equal(remarks.map(() => "error"));
    expect(
      remarks.map(({ file, line, column, check }) => `${file}:${line}:${column} ${check}`),
    ).to.deep.equal([
      "scenarios:0:0 missing-default",
      "scenarios/a.yaml:4:23 schema",
      "scenarios/a.yaml:5:11 duplicate-id",
      "scenarios/b.yaml:1:1 duplicate-id",
      "scenarios/b.yaml:2:10 schema",
      "scenarios/d.yaml:2:1 schema",
    ]);
  });

  it("asks for the active files where they are known, and looks at each file by itself where they are not", () => {
    const files = { "plan.yaml": rule("outcome: DECLINED"), "other.yaml": rule("outcome: BLOCKED") };
    expect(remarkLines(files)).to.deep.equal([]);
    expect(remarkLines(files, ["default"])).to.deep.equal([
      "scenarios missing-default no scenario of this folder is active: the settings name none of them (it contains: other, plan); " +
        "specify the active ones with --scenarios or SANDBOX_SCENARIOS",
    ]);
    expect(remarkLines(files, ["plan", "other"])).to.have.length(1);
  });

  it("tells that a folder cannot be read", () => {
    const { remarks } = checkScenarios({
      folder: "no/such/folder",
      active: ["a"],
      reach: REACH,
    });
    expect(remarks).to.have.length(1);
    expect(remarks[0]).to.include({ file: "no/such/folder", line: 0, check: "schema", severity: "error" });
    expect(remarks[0]?.message).to.match(/^the folder cannot be read: /);
  });

  it("compiles each pattern once, however many rules it is compared with", () => {
    const rules = Array.from(
      { length: 500 },
      (_, index) =>
        `  - { id: r${index}, when: { request: { order.reference: { pattern: "(a|aa){1,50}${index}$" } } }, outcome: DECLINED }\n` +
        `  - { id: s${index}, when: { request: { order.reference: [b${index}] } }, outcome: BLOCKED }\n`,
    );
    expect(remarkLines({ "plan.yaml": `version: 1\nrules:\n${rules.join("")}` }, ["plan"])).to.deep.equal([]);
  }).timeout(15_000);

  it("looks through thousands of rules in about the time of reading them", () => {
    const card = (index: number): string => `40000000${String(index).padStart(8, "0")}`;
    const rules = Array.from(
      { length: 2_000 },
      (_, index) =>
        `  - id: r${index}\n    case: TC-${index}\n    when:\n      card: "${card(index % 1_999)}"\n    outcome: DECLINED\n`,
    );
    const remarks = remarksOn({ "plan.yaml": `version: 1\nrules:\n${rules.join("")}` }, ["plan"]);
    expect(remarks.map(({ line, check }) => [line, check])).to.deep.equal([[3 + 1_999 * 5, "shadowed-rule"]]);
  });
});
