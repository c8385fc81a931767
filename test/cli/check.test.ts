import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { checkCommand } from "../../server/cli/check/command.ts";
import { isObject, valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { NO_LINES } from "./running-command.ts";

const GOOD = "version: 1\nrules:\n  - { id: a, when: { currency: EUR }, outcome: DECLINED }\n";
const DOUBTFUL = `${GOOD}  - { id: b, when: { currency: EUR, amount: "5" }, outcome: BLOCKED }\n`;
const BROKEN =
  "version: 1\nrules:\n  - { id: a, outcom: DECLINED }\n  - { id: b, outcome: DECLINED, result: 5 }\n";
const SHADOWED = 'this rule is never tried: "a" on line 3 comes first and matches everything that it matches';

interface Outcome {
  readonly code: number | undefined;
  readonly printed: string;
}

interface Called {
  readonly words?: readonly string[];
  readonly flags?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

async function check({ words = [], flags = {}, environment = {} }: Called): Promise<Outcome> {
  let printed = "";
  const given = new Map(Object.entries(flags).map(([name, value]) => [name, [value]]));
  const code = await checkCommand.run(
    { given, words, environment },
    {
      print: (text) => {
        printed += text;
      },
      tell: () => undefined,
      fail: (error) => {
        throw error;
      },
      now: () => 0,
      openLines: NO_LINES,
      finish: () => Promise.resolve(),
      width: 200,
      isColoured: false,
      isTerminal: false,
      remarks: { isColoured: false, isTerminal: false },
      version: "1.2.3",
    },
  );
  return { code, printed };
}

describe("gateway-sandbox check", () => {
  let folder: string;
  const place = (name: string): string => join(folder, name);
  const put = (name: string, text: string): string => {
    mkdirSync(place(name), { recursive: true });
    writeFileSync(join(place(name), "plan.yaml"), text);
    return place(name);
  };
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "check-"));
    put("good", GOOD);
    put("doubtful", DOUBTFUL);
    put("broken", BROKEN);
    mkdirSync(place("empty"));
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });
  const named = (name: string, format = "text"): Called => ({
    words: [place(name)],
    flags: { scenarios: "plan", format },
  });

  it("finds nothing in the files that come with the sandbox", async () => {
    const { code, printed } = await check({});
    expect(code).to.equal(0);
    expect(printed).to.match(/No problems in \d+ files with \d+ rules\./);
  });

  for (const [name, code, said] of [
    ["good", 0, "No problems in 1 file with 1 rule."],
    ["doubtful", 1, "0 errors and 1 warning in 1 file with 2 rules."],
    ["broken", 2, "2 errors and 0 warnings in 1 file with 0 rules."],
    ["gone", 2, "1 error and 0 warnings in 0 files with 0 rules."],
  ] as const) {
    it(`ends with ${code} for a folder that is ${name}`, async () => {
      const outcome = await check(named(name));
      expect(outcome.code).to.equal(code);
      expect(outcome.printed).to.include(said);
    });
  }

  it("calls a folder without any scenario file wrong, as another one is meant", async () => {
    const { code, printed } = await check({ words: [place("empty")] });
    expect(code).to.equal(2);
    expect(printed).to.include("the folder contains no scenario files");
  });

  it("takes folder and names from the settings where the command line has none", async () => {
    const environment = { SANDBOX_SCENARIO_FOLDER: place("doubtful"), SANDBOX_SCENARIOS: "plan" };
    expect((await check({ environment })).code).to.equal(1);
    const missing = await check({ environment, flags: { scenarios: "plan,plans" } });
    expect(missing.code).to.equal(2);
    expect(missing.printed).to.include('there is no scenario "plans"; did you mean "plan"?');
  });

  it("asks no other folder than the configured one for the configured names", async () => {
    expect((await check({ words: [place("good")] })).code).to.equal(0);
    const environment = { SANDBOX_SCENARIO_FOLDER: place("good") };
    const { code, printed } = await check({ words: [`${place("good")}/`], environment });
    expect(code).to.equal(2);
    expect(printed).to.include(
      "no scenario of this folder is active: the settings name none of them (it contains: plan)",
    );
    expect(printed).to.include("specify the active ones with --scenarios or SANDBOX_SCENARIOS");
  });

  it("tells each mistake on one line, by file, line and column, however narrow the terminal is", async () => {
    const { printed } = await check(named("broken"));
    const file = `${place("broken")}/plan.yaml`;
    expect(printed.split("\n").slice(3)).to.deep.equal([
      "Issues: 2 errors",
      `${file}:3:14 error: unknown key "outcom"; did you mean "outcome"? (schema)`,
      `${file}:4:33 error: unknown key "result"; did you mean "addressResult"? (schema)`,
      "see docs/check.md",
      "",
    ]);
  });

  it("says in the headline of an issue what is wrong", async () => {
    const { printed } = await check(named("broken", "github"));
    expect(printed).to.include("title=Invalid scenario file (schema)");
  });

  it("writes json with line, column and check", async () => {
    const { printed } = await check(named("doubtful", "json"));
    const report = JSON.parse(printed) as Json;
    expect(valueAt(report, "verdict")).to.equal("failed");
    const issues = valueAt(report, "issues");
    const [issue] = Array.isArray(issues) ? (issues as readonly Json[]) : [];
    expect(isObject(issue) && issue["place"]).to.deep.equal({
      file: `${place("doubtful")}/plan.yaml`,
      line: 4,
      column: 11,
    });
    expect(issue).to.include({ ruleId: "shadowed-rule", severity: "warning", message: SHADOWED });
  });

  it("writes workflow commands for github", async () => {
    const { printed } = await check(named("doubtful", "github"));
    const file = `${place("doubtful")}/plan.yaml`;
    // The command fails, which is an error of the run and none of a line.
    expect(printed.match(/^::\w+/gm)).to.deep.equal(["::error", "::warning"]);
    expect(printed).to.include(`file=${file},line=4,col=11`);
    expect(printed).to.include(SHADOWED);
  });

  it("writes sarif with a rule and a region for each remark", async () => {
    const { printed } = await check(named("broken", "sarif"));
    const log = JSON.parse(printed) as {
      readonly runs: readonly [
        {
          readonly results: readonly {
            readonly ruleId: string;
            readonly level: string;
            readonly locations: readonly { readonly physicalLocation: { readonly region: object } }[];
          }[];
        },
      ];
    };
    const results = log.runs[0].results.map(({ ruleId, level, locations }) => [
      ruleId,
      level,
      locations[0]?.physicalLocation.region,
    ]);
    expect(results).to.deep.equal([
      ["schema", "error", { startLine: 3, startColumn: 14 }],
      ["schema", "error", { startLine: 4, startColumn: 33 }],
    ]);
  });

  it("writes junit with a case for each file, which fails with its remarks", async () => {
    put("mixed", DOUBTFUL);
    writeFileSync(join(place("mixed"), "other.yaml"), GOOD);
    const { printed } = await check(named("mixed", "junit"));
    expect(printed).to.match(/<testsuites [^>]*tests="2" failures="1"/);
    expect(printed).to.match(/<testcase [^>]*name="[^"]*other\.yaml"[^>]*\/>/);
    expect(printed).to.include("4:11 warning: this rule is never tried");
  });

  it("writes into a file that is named behind the format", async () => {
    const file = place("report.json");
    const { printed } = await check(named("good", `json=${file}`));
    expect(printed).to.equal("");
    expect(JSON.parse(readFileSync(file, "utf8"))).to.include({
      verdict: "passed",
      at: "1970-01-01T00:00:00.000Z",
    });
  });

  for (const [format, said] of [
    ["jsn", "'jsn' is not a report format; did you mean json?"],
    ["har", "the har format is not supported by check, which has no traffic"],
  ] as const) {
    it(`refuses the format ${format}`, async () => {
      const error = await check(named("good", format)).catch((thrown: unknown) => thrown);
      // Loaded when the command runs, its modules are not those of this test.
      expect(error).to.include({ name: "UsageError" });
      expect((error as Error).message).to.include(said);
    });
  }
});
