import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { inFolder, MAIN } from "./built-server.ts";
import { sandboxRun, suite } from "./suite-run.ts";
import type { Done } from "./suite-run.ts";

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
      const broken = await sandboxRun({ folder }, ...suite("broken"));
      expect([broken.code, broken.stdout]).to.deep.include(1);
      expect(broken.stdout).to.include("broken-contract");
      const { stdout } = await sandboxRun({ folder }, ...suite("bad"));
      expect(stdout).to.match(/Issues: 1 error/);
    }));

  for (const [what, command] of [
    ["sent nothing", ["true"]],
    ["never got in", ["node", "-e", `fetch(process.env.SANDBOX_URL + "/api/rest/version/100/nowhere")`]],
  ] as const) {
    it(`fails for a suite that ${what}, unless nothing is to fail it`, () =>
      inFolder(async (folder) => {
        const { code, stdout } = await sandboxRun({ folder }, "--", ...command);
        expect(code).to.equal(1);
        expect(stdout).to.include("nothing-looked-at");
        const never = await sandboxRun({ folder }, "--fail-on", "never", "--", ...command);
        expect(never.code).to.equal(0);
      }));
  }

  it("tells nothing of smoke's calls where smoke is the merchant of the file, but all of the suite's", () =>
    inFolder(async (folder) => {
      await writeFile(join(folder, "merchants.yaml"), "merchants: [{ id: SHOP_EU, passwords: [x] }]\n");
      await writeFile(
        join(folder, "expect.yaml"),
        'expectations: [{ exchanges: { operation: PAY }, exactly: 1 }, { order: "1", captured: "12.34" }]\n',
      );
      const environment = { SANDBOX_MERCHANTS: "merchants.yaml" };
      const wish = ["--expect", "expect.yaml", "--report", "json=report.json", "--report", "text"];
      const both = (fault: string): readonly string[] => [
        ...wish,
        ...["--", "sh", "-c", `${process.execPath} ${MAIN} smoke && node suite.mjs ${fault}`],
      ];
      const good = await sandboxRun({ folder, environment }, ...both("good"));
      expect(good.stdout).to.include("All 22 calls were answered as documented").and.include("SHOP_EU at");
      expect(good.code, good.stdout).to.equal(0);
      expect(good.stdout)
        .to.match(/kept in 1 exchange/)
        .and.match(/calls of smoke\s+are left out/);
      const { exchanges } = JSON.parse(await readFile(join(folder, "report.json"), "utf8")) as {
        readonly exchanges: number;
      };
      // Beside the suite's, smoke's question after the gateway's information, which is nobody's.
      expect(exchanges).to.equal(2);
      const bad = await sandboxRun({ folder, environment }, ...both("bad"));
      expect(bad.code).to.equal(1);
      expect(bad.stdout).to.include("order.currency");
    }));

  it("gives JUnit the time of the exchanges that a case is about", () =>
    inFolder(async (folder) => {
      await sandboxRun({ folder }, "--report", "junit=junit.xml", ...suite("bad"));
      const xml = await readFile(join(folder, "junit.xml"), "utf8");
      expect(xml).to.match(
        /<testcase classname="conduct" name="broken-contract[^"]*" time="0\.\d{3}"><failure/,
      );
      expect(xml).to.match(/<testcase classname="conduct" name="double-charge[^"]*"\/>/);
    }));

  it("takes a sandbox that never fails by conduct and findings, and one that fails by warnings, too", () =>
    inFolder(async (folder) => {
      const never = await sandboxRun({ folder }, "--fail-on", "never", ...suite("bad"));
      expect(never.code, never.stderr).to.equal(0);
      const error = await sandboxRun({ folder }, ...suite("mixed"));
      const warning = await sandboxRun({ folder }, "--fail-on", "warning", ...suite("mixed"));
      expect([error.code, warning.code], warning.stdout).to.deep.equal([0, 1]);
    }));

  it("holds what happened against expectations, which fail it even when nothing else does", () =>
    inFolder(async (folder) => {
      const expecting = async (captured: string): Promise<Done> => {
        await writeFile(
          join(folder, "expect.yaml"),
          `expectations: [{ order: "1", captured: "${captured}" }]\n`,
        );
        return sandboxRun({ folder }, "--expect", "expect.yaml", "--fail-on", "never", ...suite("good"));
      };
      expect((await expecting("12.34")).code).to.equal(0);
      const failed = await expecting("99.00");
      expect(failed.code).to.equal(1);
      expect(failed.stdout).to.include("99.00").and.to.include("expect.yaml:1:");
    }));

  it("fails when too little of the test plan was exercised", () =>
    inFolder(async (folder) => {
      const { code, stdout } = await sandboxRun({ folder }, "--fail-under", "50", ...suite("good"));
      expect(code).to.equal(1);
      expect(stdout).to.include("it must be 50 % at least");
    }));
});
