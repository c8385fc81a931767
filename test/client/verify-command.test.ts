import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { Terminal } from "../../server/cli/kernel/command.ts";
import { verifyCommand } from "../../server/cli/verify/command.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { createShop } from "./shop.ts";
import { NO_LINES } from "../cli/running-command.ts";

const CARDS = ["5123450000000008", "4508750015741019"] as const;
const PURCHASE = { reference: "R-1", amount: "12.34", cards: CARDS };

const MET = `
version: 1
merchant: TESTVERIFY
expectations:
  - { id: sold-once, case: TC-1, reference: R-1, captured: "12.34", status: REFUNDED }
  - { never: double-payment }
`;
const UNMET = `
expectations:
  - { id: sold-once, case: TC-1, reference: R-1, captured: "12.34", status: REFUNDED }
  - id: looked
    exchanges: { operation: RETRIEVE_ORDER }
    atLeast: 1
`;

describe("gateway-sandbox verify", () => {
  let running: TestSandbox;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-verify-"));
    running = await startTestSandbox({ SANDBOX_CLOCK: "", SANDBOX_JOURNAL: join(folder, "journal.ndjson") });
    for (const [merchant, faults] of [
      ["TESTVERIFY", []],
      ["TESTTWICE", ["charges twice"]],
    ] as const) {
      const shop = createShop({
        url: running.sandbox.url,
        merchant,
        faults: new Set(faults),
        timeoutMs: 2_000,
      });
      await shop.buy(PURCHASE);
      await shop.refund(PURCHASE);
    }
    await writeFile(join(folder, "met.yaml"), MET);
    await writeFile(join(folder, "unmet.yaml"), UNMET);
  });
  after(async () => {
    await running.stop();
    await rm(folder, { recursive: true });
  });

  async function run(words: readonly string[], flags: Readonly<Record<string, string>>) {
    const printed: string[] = [];
    const terminal: Terminal = {
      print: (text) => void printed.push(text),
      tell: () => undefined,
      now: () => 0,
      openLines: NO_LINES,
      finish: () => Promise.resolve(),
      width: 100,
      isColoured: false,
      isTerminal: false,
      remarks: { isColoured: false, isTerminal: false },
      version: "1",
      fail: () => undefined,
    };
    const given = new Map(Object.entries(flags).map(([name, value]) => [name, value.split(" ")]));
    const environment = { SANDBOX_URL: running.sandbox.url };
    const exit = await verifyCommand.run({ given, words, environment }, terminal);
    return { exit, text: printed.join("") };
  }

  const journal = (): string => join(folder, "journal.ndjson");
  const SOURCES: readonly (readonly [what: string, flags: () => Readonly<Record<string, string>>])[] = [
    ["a running sandbox", () => ({})],
    ["a journal file", () => ({ journal: journal() })],
  ];

  for (const [what, flags] of SOURCES) {
    it(`exits with 0 when everything is met by ${what}`, async () => {
      const { exit, text } = await run([join(folder, "met.yaml")], flags());
      expect(text).to.include("PASSED: 2 expectations met. 20 of 20 rules of conduct kept in 2 exchanges.");
      expect(exit).to.equal(0);
    });

    it(`exits with 1 and names what was expected, what happened and where it stands, by ${what}`, async () => {
      const unmet = join(folder, "unmet.yaml");
      const { exit, text } = await run([unmet], { merchant: "TESTTWICE", report: "json", ...flags() });
      expect(exit).to.equal(1);
      const report = JSON.parse(text) as { readonly verdict: string; readonly issues: readonly object[] };
      expect(report.verdict).to.equal("failed");
      expect(report.issues).to.have.length(3);
      expect(report.issues[0]).to.deep.include({
        ruleId: "expectation-not-met",
        message:
          "TC-1 sold-once: expected order of reference R-1: status REFUNDED; captured 12.34 exactly once; " +
          "happened: status REFUNDED, CAPTURED; captured 12.34 by order-R-1/1 and 12.34 by order-R-1-b/1",
        place: { file: unmet, line: 3, column: 5 },
      });
      expect(report.issues[1]).to.deep.include({ place: { file: unmet, line: 4, column: 5 } });
      expect(report.issues[2]).to.include({
        ruleId: "double-charge",
        ruleHelp: "docs/findings.md#double-charge",
      });
    });

    it(`tells the conduct of all merchants when none is named, by ${what}`, async () => {
      const { exit, text } = await run([], { report: "junit", ...flags() });
      expect(exit).to.equal(1);
      expect(text).to.match(/<testsuite name="TESTVERIFY conduct" tests="20" failures="0"/);
      expect(text).to.match(/<testsuite name="TESTTWICE conduct" tests="20" failures="1"/);
      expect(text).to.match(/<failure [^>]*>[^<]*\nexchanges [0-9a-f-]{36}/);
    });
  }

  it("writes every format, the traffic itself among them", async () => {
    const out = (name: string): string => join(folder, "out", name);
    const report = `sarif=${out("a.sarif")} har=${out("a.har")} html=${out("a.html")} markdown=${out("a.md")} text`;
    await run([], { merchant: "TESTTWICE", report });
    expect(await readFile(out("a.sarif"), "utf8")).to.include("docs/findings.md#double-charge");
    const har = JSON.parse(await readFile(out("a.har"), "utf8")) as {
      readonly log: { readonly entries: unknown[] };
    };
    expect(har.log.entries).to.have.length(3);
    expect(await readFile(out("a.html"), "utf8")).to.include("A purchase was charged twice");
    expect(await readFile(out("a.md"), "utf8")).to.include("double-charge");
  });

  it("asks for a merchant, for one source, and for a file that is right", async () => {
    await writeFile(
      join(folder, "broken.yaml"),
      "expectations:\n  - { order: a, statsu: FAILED, exists: true }\n",
    );
    const wrong = async (
      words: readonly string[],
      flags: Readonly<Record<string, string>>,
    ): Promise<unknown> => run(words, flags).catch((error: unknown) => error);
    const unnamed = await wrong([join(folder, "unmet.yaml")], {});
    expect(unnamed).to.have.property("name", "UsageError");
    expect(String(unnamed)).to.include("--merchant TESTSHOP");
    const two = await wrong([], { journal: journal(), url: running.sandbox.url });
    expect(two).to.have.property("name", "UsageError");
    const broken = join(folder, "broken.yaml");
    expect(await wrong([broken], { merchant: "TESTTWICE" })).to.include({
      name: "FileError",
      message: `${broken}:2:17 unknown key "statsu"; did you mean "status"?`,
    });
    expect(await wrong([join(folder, "none.yaml")], {})).to.have.property("name", "FileError");
  });

  it("asks for as many expectations as a file has", async () => {
    const many = Array.from({ length: 400 }, (_, index) => ({
      reference: "R-1",
      status: "REFUNDED",
      totals: { captured: "12.34", refunded: index === 399 ? "1.00" : "12.34" },
    }));
    await writeFile(
      join(folder, "many.json"),
      JSON.stringify({ merchant: "TESTVERIFY", expectations: many }),
    );
    const { exit, text } = await run([join(folder, "many.json")], { report: "text" });
    expect(exit).to.equal(1);
    expect(text).to.include("1 of 400 expectations not met.");
    expect(text).to.include("400: expected order of reference R-1");
  });
});
