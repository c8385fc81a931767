import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { startReceiver } from "../support/receiver.ts";
import { inFolder, MAIN, run } from "./built-server.ts";
import { judgedRun, quietSuite, sandboxRun, suite } from "./suite-run.ts";
import type { Judged } from "./suite-run.ts";

interface RunReport {
  readonly exchanges: number;
  readonly summary: string;
  readonly issues: readonly { readonly ruleId: string; readonly message: string }[];
}

describe("the verdict of gateway-sandbox run", () => {
  it("is refused before the command runs when a report cannot be written", () =>
    inFolder(async (folder) => {
      await writeFile(join(folder, "file"), "");
      const report = ["--report", "json=file/x.json"];
      const { code, stdout, stderr } = await sandboxRun({ folder }, ...report, "--", "echo", "has run");
      expect([code, stdout.includes("has run")], stderr).to.deep.equal([2, false]);
      expect(stderr).to.include("file/x.json");
    }));

  it("is told, and the command's own code kept, when a report can no longer be written afterwards", () =>
    inFolder(async (folder) => {
      const command = "mkdir late.json && exit 7";
      const { code, stderr } = await sandboxRun(
        { folder },
        "--report",
        "json=late.json",
        "--",
        "sh",
        "-c",
        command,
      );
      expect(code, stderr).to.equal(7);
      expect(stderr).to.include("late.json").and.to.include("ended with 7; verdict:");
    }));

  it("fails for a request that was no JSON, and tells a breach once", () =>
    inFolder(async (folder) => {
      const broken = await judgedRun({ folder }, ...quietSuite(folder, "broken"));
      expect([broken.code, broken.stdout]).to.deep.include(1);
      expect(broken.stdout).to.include("broken-contract");
      const { stdout } = await judgedRun({ folder }, ...quietSuite(folder, "bad"));
      expect(stdout).to.match(/Issues: 1 error/);
    }));

  for (const [what, command] of [
    ["sent nothing", ["true"]],
    ["never got in", ["node", "-e", `fetch(process.env.SANDBOX_URL + "/api/rest/version/100/nowhere")`]],
  ] as const) {
    it(`fails for a suite that ${what}, unless nothing is to fail it`, () =>
      inFolder(async (folder) => {
        const { code, stdout } = await judgedRun({ folder }, "--", ...command);
        expect(code).to.equal(1);
        expect(stdout).to.include("nothing-looked-at");
        const never = await judgedRun({ folder }, "--fail-on", "never", "--", ...command);
        expect(never.code).to.equal(0);
      }));
  }

  for (const [whose, merchants] of [
    ["the merchant of the file", "merchants: [{ id: SHOP_EU, passwords: [x], refundApproval: true }]\n"],
    ["a merchant of its own", undefined],
  ] as const) {
    it(`tells nothing of smoke's calls where smoke is ${whose}, but all of the suite's`, () =>
      inFolder(async (folder) => {
        if (merchants !== undefined) await writeFile(join(folder, "merchants.yaml"), merchants);
        await writeFile(
          join(folder, "expect.yaml"),
          'expectations: [{ exchanges: { operation: PAY }, exactly: 1 }, { order: "1", captured: "12.34" }]\n',
        );
        // Nobody listens there: smoke's notifications are not answered, and the suite's is not either.
        const environment = {
          ...(merchants && { SANDBOX_MERCHANTS: "merchants.yaml" }),
          SANDBOX_NOTIFICATIONS: "on",
          SANDBOX_NOTIFICATION_URL: "http://127.0.0.1:1/",
          SANDBOX_NOTIFICATION_RETRIES: "none",
        };
        const wish = ["--expect", "expect.yaml", "--report", "json=report.json", "--report", "text"];
        const both = (fault: string): readonly string[] => [
          ...wish,
          ...["--", "sh", "-c", `${process.execPath} ${MAIN} smoke && node suite.mjs ${fault}`],
        ];
        const { stdout } = await sandboxRun({ folder, environment }, ...both("notified"));
        expect(stdout).to.include("All 29 calls were answered as documented");
        const { exchanges, issues, summary } = JSON.parse(
          await readFile(join(folder, "report.json"), "utf8"),
        ) as RunReport;
        expect(exchanges).to.equal(1);
        expect(summary).to.include("kept in 1 exchange").and.include("29 calls of smoke are excluded.");
        expect(issues.map(({ ruleId, message }) => [ruleId, message])).to.deep.equal([
          [
            "notification-not-answered",
            "the notification of 1/1: 1 attempt, not answered 2xx; the last: no answer: ECONNREFUSED",
          ],
        ]);
        const bad = await sandboxRun({ folder, environment }, ...both("bad"));
        expect(bad.code).to.equal(1);
        expect(bad.stdout).to.include("order.currency");
      }));
  }

  it("says of notifications what the journal's file says afterwards, also of those on their way", () =>
    inFolder(async (folder) => {
      const receiver = await startReceiver();
      // The first order's are refused and wait for their next attempt; the second's is not answered in time.
      receiver.behave((response, { body }) => {
        if ((body["order"] as { readonly id: string }).id === "1") response.writeHead(500).end();
      });
      const environment = {
        SANDBOX_JOURNAL: "journal.ndjson",
        SANDBOX_NOTIFICATIONS: "on",
        SANDBOX_NOTIFICATION_URL: receiver.url,
      };
      const wish = ["--report", "json=report.json"];
      const ran = await sandboxRun({ folder, environment }, ...wish, ...suite("two"));
      await receiver.close();
      expect(ran.stdout).to.include("suite got 201");
      const verify = ["verify", "--journal", "journal.ndjson", "--report", "json=verify.json"];
      expect((await run({ folder, arguments: verify }).ended).code).to.equal(1);
      const [live, told] = await Promise.all(
        ["report.json", "verify.json"].map(
          async (file) => JSON.parse(await readFile(join(folder, file), "utf8")) as RunReport,
        ),
      );
      expect(live?.issues).to.deep.equal(told?.issues);
      expect(live?.issues.map(({ message }) => message)).to.deep.equal([
        "the notification of 1/1: 1 attempt, not answered 2xx; the last: answered 500",
      ]);
    }));

  it("gives JUnit the time of the exchanges that a case is about", () =>
    inFolder(async (folder) => {
      const file = join(folder, "journal.ndjson");
      const report = `junit=${join(folder, "junit.xml")}`;
      await judgedRun(
        { folder, environment: { SANDBOX_JOURNAL: file } },
        "--report",
        report,
        ...quietSuite(folder, "bad"),
      );
      const xml = await readFile(join(folder, "junit.xml"), "utf8");
      const journal = await readFile(file, "utf8");
      const [, durationMs] = /"durationMs":([\d.]+)/.exec(journal) ?? [];
      const time = (Number(durationMs) / 1000).toFixed(3);
      expect(xml).to.match(
        new RegExp(`<testcase classname="conduct" name="broken-contract[^"]*" time="${time}"><failure`),
      );
      expect(xml).to.match(/<testcase classname="conduct" name="double-charge[^"]*"\/>/);
    }));

  it("takes a sandbox that never fails by conduct and findings, and one that fails by warnings, too", () =>
    inFolder(async (folder) => {
      const never = await judgedRun({ folder }, "--fail-on", "never", ...quietSuite(folder, "bad"));
      expect(never.code, never.stdout).to.equal(0);
      const error = await judgedRun({ folder }, ...quietSuite(folder, "mixed"));
      const warning = await judgedRun({ folder }, "--fail-on", "warning", ...quietSuite(folder, "mixed"));
      expect([error.code, warning.code], warning.stdout).to.deep.equal([0, 1]);
    }));

  it("holds what happened against expectations, which fail it even when nothing else does", () =>
    inFolder(async (folder) => {
      const file = join(folder, "expect.yaml");
      const expecting = async (captured: string): Promise<Judged> => {
        await writeFile(file, `expectations: [{ order: "1", captured: "${captured}" }]\n`);
        return judgedRun({ folder }, "--expect", file, "--fail-on", "never", ...quietSuite(folder, "good"));
      };
      expect((await expecting("12.34")).code).to.equal(0);
      const failed = await expecting("99.00");
      expect(failed.code).to.equal(1);
      expect(failed.stdout).to.include("99.00").and.to.include("expect.yaml:1:");
    }));

  it("fails when too little of the test plan was exercised", () =>
    inFolder(async (folder) => {
      const { code, stdout } = await judgedRun(
        { folder },
        "--fail-under",
        "50",
        ...quietSuite(folder, "good"),
      );
      expect(code).to.equal(1);
      expect(stdout).to.include("at least 50 % of rules is required");
    }));

  it("annotates what was not covered for GitHub, also where conduct has errors that do not fail it", () =>
    inFolder(async (folder) => {
      const floors = ["--fail-on", "never", "--fail-under", "50", "--report", "github"];
      const { code, stdout } = await judgedRun({ folder }, ...floors, ...quietSuite(folder, "bad"));
      expect(code).to.equal(1);
      const errors = stdout.split("\n").filter((line) => line.startsWith("::error"));
      expect(errors.filter((line) => line.includes("at least 50 %25 of rules is required"))).to.have.length(
        1,
      );
      expect(errors.length).to.be.greaterThan(1);
    }));
});
