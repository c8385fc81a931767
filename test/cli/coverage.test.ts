import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "junit2json";
import type { TestSuites } from "junit2json";
import { coverageCommand } from "../../server/cli/coverage/command.ts";
import { authorize, capture, pay, withValue } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { startWithFiles } from "../support/scenario-folder.ts";
import type { ScenarioSandbox } from "../support/scenario-folder.ts";
import { complaintOf, runCommand } from "./running-command.ts";
import type { Done } from "./running-command.ts";

const PLAN = `version: 1
name: plan
extends: default
rules:
  - { id: declined, case: TC-1, when: { amount: "10.00" }, outcome: DECLINED }
  - { id: blocked, case: TC-2, when: { amount: "20.00" }, outcome: BLOCKED, note: "as the bank asked" }
  - { id: slow, when: { amount: "30.00" }, outcome: APPROVED }
`;

interface Case {
  readonly name: string;
  readonly failure?: unknown;
  readonly skipped?: unknown;
}

describe("the command coverage", () => {
  let running: ScenarioSandbox;
  before(async () => {
    running = await startWithFiles({
      files: { "plan.yaml": PLAN },
      environment: { SANDBOX_SCENARIOS: "plan" },
    });
    const client = clientOf(running.sandbox.url, "TESTPLAN");
    await client.put({ order: "1", transaction: "1", body: pay("10.00") });
    await client.put({ order: "2", transaction: "1", body: authorize("50.00") });
    await client.put({ order: "2", transaction: "2", body: capture("50.00") });
    await clientOf(running.sandbox.url, "TESTLOST").put({
      order: "3",
      transaction: "1",
      body: withValue(pay("9.00"), "sourceOfFunds.provided.card.number", "4000000000030504"),
    });
  });
  after(() => running.stop());

  const run = (...words: readonly string[]): Promise<Done> =>
    runCommand(coverageCommand, ["--url", running.sandbox.url, ...words]);

  /** Outcomes of the test cases by their name. */
  const junit = async ({ printed }: Done): Promise<Readonly<Record<string, string>>> => {
    const { testsuite } = (await parse(printed)) as TestSuites;
    const cases = (testsuite ?? []).flatMap((suite) => (suite.testcase ?? []) as unknown as readonly Case[]);
    return Object.fromEntries(
      cases.map(({ name, failure, skipped }) => [name, failure ? "failed" : skipped ? "skipped" : "passed"]),
    );
  };

  it("says which rules answered, and which never did", async () => {
    const { exit, printed } = await run();
    expect(exit).to.equal(0);
    expect(printed).to.contain(`all merchants at ${running.sandbox.url}`);
    expect(printed).to.match(/1 of 3 rules answered, 33.3 %, and 1 of 2 cases were exercised, 50 %\./);
    expect(printed).to.match(/plan#declined +TC-1 +1/);
    expect(printed).to.match(/^Rules of plan$.*^Shipped rules, which do not count$.*default#card-/ms);
    expect(printed).to.match(/^Other rules that answered$.*specification#p2pe-invalid +1/ms);
    expect(printed).to.match(/plan#blocked +TC-2 +0 .*as the bank asked/);
  });

  it("is about one merchant when it is named", async () => {
    const { printed } = await run("--merchant", "TESTNEW", "--report", "json");
    const report = JSON.parse(printed) as { readonly subject: string; readonly summary: string };
    expect(report.subject).to.match(/^TESTNEW at/);
    expect(report.summary).to.match(/^0 of 3 rules/);
  });

  const floors: readonly (readonly [floor: string | undefined, exit: number, never: string])[] = [
    [undefined, 0, "skipped"],
    ["33", 0, "skipped"],
    ["33.4", 1, "failed"],
    ["90", 1, "failed"],
    ["cases=50", 0, "skipped"],
    ["cases=90", 1, "failed"],
    ["rules=33", 0, "skipped"],
  ];
  for (const [floor, exit, never] of floors) {
    it(`has a JUnit test case for each case, and one that never was is ${never} for --fail-under ${floor ?? "nothing"}`, async () => {
      const done = await run("--report", "junit", ...(floor === undefined ? [] : ["--fail-under", floor]));
      expect(done.exit).to.equal(exit);
      expect(await junit(done)).to.deep.equal({ "TC-1": "passed", "TC-2": never });
    });
  }

  it("says in words what is missing to the floor", async () => {
    expect((await run("--fail-under", "90")).printed).to.match(
      /^FAILED: 1 of 3 rules .*at\s+least\s+90\s+%\s+of\s+rules\s+is\s+required\./ms,
    );
  });

  it("says with --contract what of the gateway was met", async () => {
    const { exit, printed } = await run("--contract", "--merchant", "TESTPLAN");
    expect(exit).to.equal(0);
    expect(printed).to.match(/Operations and versions +3 +\d+/);
    expect(printed).to.match(/CAPTURE 100 +yes +1/);
    expect(printed).to.match(/VOID 100 +never +0/);
    expect(printed).to.match(/CAPTURE: AUTHORIZED to CAPTURED +yes +1/);
    expect(printed).to.match(/DECLINED +yes +1/);
  });

  it("is narrowed to operations and versions, and fails below the floor of an area", async () => {
    const narrow = [
      "--contract",
      "--merchant",
      "TESTPLAN",
      "--operations",
      "PAY,AUTHORIZE,CAPTURE",
      "--versions",
      "100",
    ];
    const done = await run(
      ...narrow,
      "--fail-under",
      "operations=90",
      "--fail-under",
      "transitions=50",
      "--report",
      "junit",
    );
    expect(done.exit).to.equal(1);
    expect(await junit(done)).to.deep.include({
      "Operations and versions": "passed",
      "Order transitions": "failed",
      "Gateway codes": "passed",
    });
    expect((await run(...narrow, "--fail-under", "operations=100")).exit).to.equal(0);
    expect((await run(...narrow, "--fail-under", "100")).exit).to.equal(1);
  });

  it("writes the state diagram with what was walked into a file", async () => {
    const file = join(running.folder, "out", "states.mmd");
    await run("--contract", "--diagram", file);
    const diagram = await readFile(file, "utf8");
    expect(diagram).to.match(/^stateDiagram-v2\n/);
    expect(diagram).to.contain("AUTHORIZED --> CAPTURED: ✔ CAPTURE 1×");
    expect(diagram).to.contain("class AUTHORIZED,CAPTURED reached");
  });

  it("writes several reports at once", async () => {
    const file = join(running.folder, "out", "coverage.html");
    const { printed } = await run("--report", "markdown", "--report", `html=${file}`);
    expect(printed).to.match(/^# Scenario coverage/);
    expect(await readFile(file, "utf8")).to.match(/^<!doctype html>/);
  });

  const mistakes: readonly (readonly [words: readonly string[], says: RegExp])[] = [
    [["--fail-under", "much"], /percentage from 0 to 100, not 'much'/],
    [["--fail-under", "101"], /not '101'/],
    [["--fail-under", ""], /not ''/],
    [["--fail-under", "case=5"], /'case' is not a coverage area; did you mean cases\?/],
    [["--contract", "--fail-under", "code=5"], /did you mean codes\?/],
    [["--versions", "100"], /--versions requires --contract/],
    [["--diagram", "x"], /--diagram requires --contract/],
    [["--contract", "--operations", "PAYS"], /--operations: 'PAYS' is not an operation; did you mean PAY\?/],
    [
      ["--contract", "--versions", "60,101"],
      /--versions must be comma-separated whole numbers from 1 to 100.*'101' is not/,
    ],
    [["journal.ndjson"], /--url is only for a running sandbox; journal\.ndjson is a file/],
    [["--merchant", "NOBODY"], /no merchant with this id/],
  ];
  for (const [words, says] of mistakes) {
    it(`refuses ${words.join(" ")}`, async () => {
      const complaint = await complaintOf(run(...words));
      expect(complaint.name).to.equal("UsageError");
      expect(complaint.message).to.match(says);
    });
  }
});
